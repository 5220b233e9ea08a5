import type { ByteBuffer } from "../../src/shared/read-body.ts";
import type { Lifetime } from "../requests/lifetime.ts";
import type { MockRequest } from "../requests/request.ts";
import { jsonResponse } from "../responses.ts";
import { callFault } from "./function.ts";
import { FAULT_KINDS, type Fault } from "./kinds.ts";

/** What a fault does with a request. */
export interface FaultEffect {
  /** Whether the plant is created before it. */
  readonly createsFirst: boolean;
  readonly delayMs: number;
  /** Absent when the response is the usual one. */
  readonly respond: ((lifetime: Lifetime) => Response | Promise<Response>) | undefined;
}

export const NO_EFFECT: FaultEffect = { createsFirst: false, delayMs: 0, respond: undefined };

export function toEffect(fault: Fault | undefined, request: MockRequest, body: ByteBuffer): FaultEffect {
  if (fault === undefined) {
    return NO_EFFECT;
  }
  if (typeof fault === "function") {
    return { ...NO_EFFECT, respond: (lifetime) => lifetime.wait(callFault(fault, request, body)) };
  }
  if (typeof fault === "string") {
    return { ...NO_EFFECT, ...FAULT_KINDS[fault] };
  }
  const { delayMs = 0, creates: createsFirst = false } = fault;
  if ("error" in fault) {
    const { error, message, status = 400, headers } = fault;
    const respond = () => jsonResponse(status, { error, message }, Object.fromEntries(new Headers(headers)));
    return { createsFirst, delayMs, respond };
  }
  const named = "fault" in fault ? FAULT_KINDS[fault.fault] : NO_EFFECT;
  return { createsFirst, delayMs: delayMs + named.delayMs, respond: named.respond };
}
