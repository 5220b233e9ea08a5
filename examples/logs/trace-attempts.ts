import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Hooks } from "plant-store-sdk";

const tracer = trace.getTracer("plant-store");
const spans = new Map<string, Span>();

/** Makes a span for each attempt, below the active span. The service gets its id in the header `traceparent`. */
export const traceAttempts: Hooks = {
  onRequest({ id, callId, attempt, method, headers }) {
    const attributes = { "plant_store.call_id": callId, "plant_store.attempt": attempt };
    const span = tracer.startSpan(`${method} /plants`, { kind: SpanKind.CLIENT, attributes });
    spans.set(id, span);
    propagation.inject(trace.setSpan(context.active(), span), headers, {
      set: (headers, name, value) => headers.set(name, value),
    });
  },
  onEnd({ id, response, error, mayHaveBeenCreated = false }) {
    const span = spans.get(id);
    spans.delete(id);
    span?.setAttribute("plant_store.may_have_been_created", mayHaveBeenCreated);
    if (response) {
      span?.setAttribute("http.response.status_code", response.status);
    }
    if (error) {
      span?.setStatus({ code: SpanStatusCode.ERROR, message: error.message });
    }
    span?.end();
  },
};
