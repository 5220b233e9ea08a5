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
      const setter = { set: (carrier: Headers, name: string, value: string) => carrier.set(name, value) };
      propagation.inject(trace.setSpan(context.active(), span), headers, setter);
    },
    onResponse({ id, response: { status }, error, mayHaveBeenCreated }) {
      const attributes = {
        "http.response.status_code": status,
        "plant_store.may_have_been_created": mayHaveBeenCreated,
      };
      const errorType = status < 400 ? error?.name : String(status);
      end(
        id,
        { ...attributes, ...(errorType && { "error.type": errorType }) },
        errorType ? SpanStatusCode.ERROR : SpanStatusCode.UNSET,
      );
    },
    onError({ id, error, mayHaveBeenCreated }) {
      end(
        id,
        { "error.type": error.name, "plant_store.may_have_been_created": mayHaveBeenCreated },
        SpanStatusCode.ERROR,
      );
    },
  };
}
