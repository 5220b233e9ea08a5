/**
 * Starts a span for each attempt, with OpenTelemetry's names for HTTP clients, and sends it to the service as `traceparent`.
 * Needs: plant-store-sdk, @opentelemetry/api, @opentelemetry/core, @opentelemetry/sdk-trace-base
 *   npx tsx tracing-hooks.ts
 */
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import "./help.ts";

// #region tracing
import { type Attributes, context, propagation, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Hooks } from "plant-store-sdk";

const tracer = trace.getTracer("plant-store");

/** Starts a client span for each attempt. Its context goes to the service in the headers. */
function tracing(): Hooks {
  const spans = new Map<string, Span>();

  function end(id: string, attributes: Attributes): void {
    const span = spans.get(id);
    if (attributes["error.type"]) {
      span?.setStatus({ code: SpanStatusCode.ERROR });
    }
    span?.setAttributes(attributes).end();
    spans.delete(id);
  }

  return {
    onRequest({ method, url, headers, id, attempt }) {
      const { hostname, port, protocol } = new URL(url);
      const attributes = {
        "http.request.method": method,
        "url.full": url,
        "server.address": hostname,
        "server.port": Number(port) || (protocol === "https:" ? 443 : 80),
        ...(attempt > 1 && { "http.request.resend_count": attempt - 1 }),
      };
      const span = tracer.startSpan(`${method} /plants`, { kind: SpanKind.CLIENT, attributes });
      spans.set(id, span);
      propagation.inject(trace.setSpan(context.active(), span), headers, {
        set: (carrier, name, value) => carrier.set(name, value),
      });
    },
    onResponse({ id, response: { status }, error, mayHaveBeenCreated }) {
      end(id, {
        "http.response.status_code": status,
        ...(error && { "error.type": status < 400 ? error.name : String(status) }),
        "plant_store.may_have_been_created": mayHaveBeenCreated,
      });
    },
    onError({ id, error, mayHaveBeenCreated }) {
      end(id, { "error.type": error.name, "plant_store.may_have_been_created": mayHaveBeenCreated });
    },
  };
}
// #endregion

// The SDK of OpenTelemetry. In your project, start it as its documentation describes.
const exporter = new InMemorySpanExporter();
trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
propagation.setGlobalPropagator(new W3CTraceContextPropagator());

const mock = createPlantStoreMock();
const client = createPlantStoreClient({
  baseUrl: "https://plants.example.com",
  token: "any-token",
  fetch: mock.fetch,
  retries: 2,
  retryDelayMs: () => 0,
  hooks: [tracing()],
});
mock.failNext("unreachable", { error: 3, message: "Slow down", status: 429 });
await client.createPlant({ id: 1042, name: "Monstera deliciosa" });

for (const [index, span] of exporter.getFinishedSpans().entries()) {
  const { traceId, spanId } = span.spanContext();
  const isSent = mock.requests[index]?.headers.traceparent === `00-${traceId}-${spanId}-01`;
  console.log(`${span.name}, ${isSent ? "sent" : "not sent"} as traceparent`, span.attributes);
}

/* Prints:
POST /plants, sent as traceparent {
  'http.request.method': 'POST',
  'url.full': 'https://plants.example.com/plants',
  'server.address': 'plants.example.com',
  'server.port': 443,
  'error.type': 'PlantStoreConnectionError',
  'plant_store.may_have_been_created': false
}
POST /plants, sent as traceparent {
  'http.request.method': 'POST',
  'url.full': 'https://plants.example.com/plants',
  'server.address': 'plants.example.com',
  'server.port': 443,
  'http.request.resend_count': 1,
  'http.response.status_code': 429,
  'error.type': '429',
  'plant_store.may_have_been_created': false
}
POST /plants, sent as traceparent {
  'http.request.method': 'POST',
  'url.full': 'https://plants.example.com/plants',
  'server.address': 'plants.example.com',
  'server.port': 443,
  'http.request.resend_count': 2,
  'http.response.status_code': 200,
  'plant_store.may_have_been_created': true
}
*/
