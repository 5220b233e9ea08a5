import {
  type Attributes,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import type { Hooks } from "plant-store-sdk";

/** Starts a client span for each attempt, and sends it to the service as `traceparent`. */
export function tracing(tracer: Tracer = trace.getTracer("plant-store")): Hooks {
  const spans = new Map<string, Span>();
  const end = (id: string, attributes: Attributes, code: SpanStatusCode) => {
    spans.get(id)?.setAttributes(attributes).setStatus({ code }).end();
    spans.delete(id);
  };
  return {
    onRequest({ method, url, headers, id, attempt }) {
      const attributes = { "http.request.method": method, "http.request.resend_count": attempt - 1, "url.full": url };
      const span = tracer.startSpan(`${method} /plants`, { kind: SpanKind.CLIENT, attributes });
      spans.set(id, span);
      const setter = { set: (carrier: Headers, name: string, value: string) => carrier.set(name, value) };
      propagation.inject(trace.setSpan(context.active(), span), headers, setter);
    },
    onResponse({ id, response: { status } }) {
      end(id, { "http.response.status_code": status }, status < 400 ? SpanStatusCode.UNSET : SpanStatusCode.ERROR);
    },
    onError({ id, error }) {
      end(id, { "error.type": error instanceof Error ? error.name : "_OTHER" }, SpanStatusCode.ERROR);
    },
  };
}
