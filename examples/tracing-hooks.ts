/**
 * Starts a span for each attempt, with OpenTelemetry's names for HTTP clients, and sends it to the service as `traceparent`.
 * Needs: plant-store-sdk, @opentelemetry/api, @opentelemetry/sdk-trace-node
 *   npx tsx tracing-hooks.ts
 */
import "./help.ts";
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-node";
import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { tracing } from "./tracing/hooks.ts";

// The SDK of OpenTelemetry. In your project, start it as its documentation describes.
const exporter = new InMemorySpanExporter();
new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();

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
  'http.response.status_code': 200
}
*/
