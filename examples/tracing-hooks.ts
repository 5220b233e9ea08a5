/**
 * Starts a span for each attempt, named as OpenTelemetry names the spans of HTTP clients, and sends it as `traceparent`.
 * Needs: plant-store-sdk
 *   npx tsx tracing-hooks.ts
 */
import "./help.ts";
import { createPlantStoreClient, type Hooks } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";

/** The part of OpenTelemetry's API that this example uses. In your project, pass its tracer to `tracing`. */
type Tracer = { startSpan(name: string): Span };
type Span = {
  setAttribute(name: string, value: string | number | boolean): unknown;
  spanContext(): { traceId: string; spanId: string };
  end(): void;
};

function tracing(tracer: Tracer): Hooks {
  const spans = new Map<string, Span>();
  const end = (id: string, attributes: Record<string, string | number | boolean>) => {
    for (const [name, value] of Object.entries(attributes)) {
      spans.get(id)?.setAttribute(name, value);
    }
    spans.get(id)?.end();
    spans.delete(id);
  };
  return {
    onRequest({ method, headers, id, attempt }) {
      const span = tracer.startSpan(`${method} /plants`);
      if (attempt > 1) {
        span.setAttribute("http.request.resend_count", attempt - 1);
      }
      const { traceId, spanId } = span.spanContext();
      spans.set(id, span);
      headers.set("traceparent", `00-${traceId}-${spanId}-01`);
    },
    onResponse: ({ response, id, mayHaveBeenCreated }) =>
      end(id, {
        "http.response.status_code": response.status,
        "plant_store.may_have_been_created": mayHaveBeenCreated,
      }),
    onError: ({ error, id, mayHaveBeenCreated }) =>
      end(id, { "error.type": error.name, "plant_store.may_have_been_created": mayHaveBeenCreated }),
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
const baseUrl = "https://plants.example.com";
const hooks = [tracing(printingTracer)];
const client = createPlantStoreClient({ baseUrl, token: "any-token", fetch: mock.fetch, retries: 1, hooks });
mock.failNext("unreachable");
await client.createPlant({ id: 1042, name: "Monstera deliciosa" });
const sent = mock.requests.map(({ headers }) => new Headers(headers).get("traceparent"));
console.log(`\nSent as traceparent:\n    ${sent.join("\n    ")}`);
