import { propagation, trace } from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { expect, it, onTestFinished } from "vitest";
import { tracing } from "../../docs/snippets/opentelemetry/tracing.ts";

it("exports a span for each attempt and sends it as traceparent", async () => {
  const exporter = new InMemorySpanExporter();
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  onTestFinished(() => {
    trace.disable();
    propagation.disable();
  });
  const mock = createPlantStoreMock();
  const options = { baseUrl: "https://plants.example.com", token: "any-token", fetch: mock.fetch, hooks: [tracing()] };
  mock.failNext("unreachable");
  const { createPlant } = createPlantStoreClient(options);
  await createPlant({ id: 1042, name: "Fern" }, { retries: 1, retryDelayMs: () => 0 });

  const spans = exporter.getFinishedSpans();
  const attributes = {
    "http.request.method": "POST",
    "url.full": "https://plants.example.com/plants",
    "server.address": "plants.example.com",
    "server.port": 443,
  };
  expect(spans.map((span) => span.attributes)).toEqual([
    { ...attributes, "error.type": "PlantStoreConnectionError", "plant_store.may_have_been_created": false },
    {
      ...attributes,
      "http.request.resend_count": 1,
      "http.response.status_code": 200,
      "plant_store.may_have_been_created": true,
    },
  ]);
  expect(mock.requests.map(({ headers }) => headers.traceparent)).toEqual(
    spans.map((span) => `00-${span.spanContext().traceId}-${span.spanContext().spanId}-01`),
  );
});
