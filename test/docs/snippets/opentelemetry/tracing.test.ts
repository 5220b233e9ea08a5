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
  mock.failNext("connection");
  const client = createPlantStoreClient({
    baseUrl: "https://plants.example.com",
    token: "any-token",
    fetch: mock.fetch,
    retries: 1,
    hooks: [tracing()],
  });
  await client.createPlant({ id: 1042, name: "Fern" });

  const spans = exporter.getFinishedSpans();
  expect(spans.map(({ name, attributes }) => ({ name, attributes }))).toEqual([
    {
      name: "POST /plants",
      attributes: {
        "http.request.method": "POST",
        "http.request.resend_count": 0,
        "url.full": "https://plants.example.com/plants",
        "error.type": "PlantStoreConnectionError",
      },
    },
    {
      name: "POST /plants",
      attributes: {
        "http.request.method": "POST",
        "http.request.resend_count": 1,
        "url.full": "https://plants.example.com/plants",
        "http.response.status_code": 200,
      },
    },
  ]);
  expect(mock.requests.map(({ headers }) => new Headers(headers).get("traceparent"))).toEqual(
    spans.map((span) => `00-${span.spanContext().traceId}-${span.spanContext().spanId}-01`),
  );
});
