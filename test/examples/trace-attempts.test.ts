import { context, propagation, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { afterAll, expect, it } from "vitest";
import { traceAttempts } from "../../examples/logs/trace-attempts.ts";

const exporter = new InMemorySpanExporter();
trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
propagation.setGlobalPropagator(new W3CTraceContextPropagator());
afterAll(() => {
  trace.disable();
  context.disable();
  propagation.disable();
});

it("makes a span for each attempt, whose id the service gets", async () => {
  const mock = createPlantStoreMock();
  mock.failNext("connection");
  const { createPlant } = createPlantStoreClient({
    baseUrl: "https://plants.example.com",
    token: "any-token",
    fetch: mock.fetch,
    hooks: [traceAttempts],
    retries: 1,
    retryDelayMs: () => 0,
    shouldRetry: () => true,
  });
  const { callId } = await trace.getTracer("test").startActiveSpan("caller", async (span) => {
    const result = await createPlant({ id: 1042, name: "Fern" });
    span.end();
    return result;
  });

  const [failed, created, caller] = exporter.getFinishedSpans();
  expect(failed).toMatchObject({
    name: "POST /plants",
    attributes: {
      "plant_store.call_id": callId,
      "plant_store.attempt": 1,
      "plant_store.may_have_been_created": true,
    },
    status: { code: SpanStatusCode.ERROR, message: expect.stringContaining("it may have been created") },
  });
  expect(created).toMatchObject({
    attributes: { "plant_store.attempt": 2, "http.response.status_code": 200 },
    status: { code: SpanStatusCode.UNSET },
  });
  const { traceId, spanId } = caller?.spanContext() ?? {};
  expect([failed, created].map((span) => span?.parentSpanContext)).toMatchObject([
    { traceId, spanId },
    { traceId, spanId },
  ]);
  const sent = [failed, created].map((span) => `00-${traceId}-${span?.spanContext().spanId}-01`);
  expect(mock.requests.map(({ headers }) => headers.traceparent)).toEqual(sent);
});
