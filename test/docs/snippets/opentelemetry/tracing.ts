import { context, propagation, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";
import type { Hooks } from "plant-store-sdk";

/** Starts a client span for each attempt, and sends it to the service as `traceparent`. */
export function tracing(tracer: Tracer = trace.getTracer("plant-store")): Hooks {
  const spans = new Map<string, Span>();
  const end = (id: string, change: (span: Span) => void) => {
    const span = spans.get(id);
    spans.delete(id);
    if (span) {
      change(span);
      span.end();
    }
  };
  return {
    onRequest({ method, url, headers, id, attempt }) {
      const attributes = {
        "http.request.method": method,
        "http.request.resend_count": attempt - 1,
        "url.full": url,
      };
      const span = tracer.startSpan(`${method} /plants`, { kind: SpanKind.CLIENT, attributes });
      spans.set(id, span);
      propagation.inject(trace.setSpan(context.active(), span), headers, {
        set: (carrier, name, value) => carrier.set(name, value),
      });
    },
    onResponse({ response, id }) {
      end(id, (span) => {
        span.setAttribute("http.response.status_code", response.status);
        if (response.status >= 400) {
          span.setStatus({ code: SpanStatusCode.ERROR });
        }
      });
    },
    onError({ error, id }) {
      end(id, (span) => {
        span.setAttribute("error.type", error instanceof Error ? error.name : "_OTHER");
        span.setStatus({ code: SpanStatusCode.ERROR });
      });
    },
  };
}
