import { type Attributes, context, propagation, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Hooks } from "plant-store-sdk";

const tracer = trace.getTracer("plant-store");

/** Starts a client span for each attempt. Its context goes to the service in the headers. */
export function tracing(): Hooks {
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
    onEnd({ id, response, error, mayHaveBeenCreated }) {
      const { status = 0 } = response ?? {};
      end(id, {
        ...(response && { "http.response.status_code": status }),
        ...(error && {
          "error.type": status < 400 ? error.name : String(status),
          "plant_store.may_have_been_created": mayHaveBeenCreated,
        }),
      });
    },
  };
}
