import { context, propagation, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";
import type { Middleware } from "plant-store-sdk";

/** Starts a client span for each attempt, and sends it to the service as `traceparent`. */
export function tracing(tracer: Tracer = trace.getTracer("plant-store")): Middleware {
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
    onRequest({ request, schemaPath, id, attempt }) {
      const attributes = {
        "http.request.method": request.method,
        "http.request.resend_count": attempt - 1,
        "url.full": request.url,
      };
      const span = tracer.startSpan(`${request.method} ${schemaPath}`, { kind: SpanKind.CLIENT, attributes });
      spans.set(id, span);
      propagation.inject(trace.setSpan(context.active(), span), request.headers, {
        set: (headers, name, value) => headers.set(name, value),
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
