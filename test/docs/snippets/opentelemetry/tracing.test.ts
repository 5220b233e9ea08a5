import { propagation, trace } from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { afterAll, beforeAll, expect, it } from "vitest";
import { tracing } from "./tracing.ts";

const exporter = new InMemorySpanExporter();

beforeAll(() => {
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
});
afterAll(() => {
  trace.disable();
  propagation.disable();
});

it("exports a span for each attempt and sends it as traceparent", async () => {
  const mock = createPlantStoreMock();
  const client = createPlantStoreClient({
    baseUrl: "https://plants.example.com",
    token: "any-token",
    fetch: mock.fetch,
    retries: 1,
    retryDelayMs: () => 0,
    hooks: [tracing()],
  });
  mock.failNext("connection");
  await client.createPlant({ id: 1042, name: "Fern" });

  const spans = exporter.getFinishedSpans();
  const attributes = { "http.request.method": "POST", "url.full": "https://plants.example.com/plants" };
  expect(spans.map((span) => span.attributes)).toEqual([
    { ...attributes, "http.request.resend_count": 0, "error.type": "PlantStoreConnectionError" },
    { ...attributes, "http.request.resend_count": 1, "http.response.status_code": 200 },
  ]);
  expect(mock.requests.map(({ headers }) => headers.traceparent)).toEqual(
    spans.map((span) => `00-${span.spanContext().traceId}-${span.spanContext().spanId}-01`),
  );
});
