/**
 * Starts a span for every attempt, named as OpenTelemetry names those of an HTTP client, and tells the service of it.
 *
 *   npx tsx examples/tracing-middleware.ts
 */
import { createPlantStoreClient, type Middleware } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";

/** As much of OpenTelemetry's API as is used here: give `tracing` the real tracer in place of `printingTracer`. */
type Tracer = { startSpan(name: string): Span };
type Span = {
  setAttribute(name: string, value: string | number): unknown;
  spanContext(): { traceId: string; spanId: string };
  end(): void;
};

function tracing(tracer: Tracer): Middleware {
  const spans = new Map<string, Span>();
  const end = (id: string, attribute: string, value: string | number) => {
    spans.get(id)?.setAttribute(attribute, value);
    spans.get(id)?.end();
    spans.delete(id);
  };
  return {
    onRequest({ request, schemaPath, id }) {
      const span = tracer.startSpan(`${request.method} ${schemaPath}`);
      const { traceId, spanId } = span.spanContext();
      spans.set(id, span);
      request.headers.set("traceparent", `00-${traceId}-${spanId}-01`);
    },
    onResponse: ({ response, id }) => end(id, "http.response.status_code", response.status),
    onError: ({ error, id }) => end(id, "error.type", error instanceof Error ? error.name : "_OTHER"),
  };
}

let count = 0;
const printingTracer: Tracer = {
  startSpan(name) {
    const spanId = String(++count).padStart(16, "0");
    const lines = [`\n◆ ${name}, span ${spanId}`];
    return {
      setAttribute: (key, value) => lines.push(`    ${key} = ${value}`),
      spanContext: () => ({ traceId: "0af7651916cd43dd8448eb211c80319c", spanId }),
      end: () => console.log(lines.join("\n")),
    };
  },
};

const mock = createPlantStoreMock();
const client = createPlantStoreClient({
  baseUrl: "https://plants.example.com",
  token: "any-token",
  fetch: mock.fetch,
  retries: 1,
  middleware: [tracing(printingTracer)],
});
mock.failNext("connection"); // the first attempt fails, the second creates the plant: two spans
await client.createPlant({ id: 1042, name: "Monstera deliciosa" });
const told = mock.requests.map(({ headers }) => new Headers(headers).get("traceparent"));
console.log(`\nThe service was told:\n    ${told.join("\n    ")}`);
