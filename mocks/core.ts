import { type Answer, errorAnswer, jsonAnswer, refusal } from "./answer.ts";
import { refuseCredentials } from "./credentials.ts";
import { delayOf, type Fault, faultAnswer } from "./faults.ts";
import type { IncomingRequest } from "./incoming-request.ts";
import { readNewPlant } from "./new-plant-body.ts";
import { pause } from "./pause.ts";
import type { Recording } from "./recorder.ts";
import type { Service } from "./service.ts";
import { untilAborted } from "./until-aborted.ts";

/**
 * Answers a request as the service would. A lost connection is `Response.error()`.
 *
 * @throws the reason of the request's signal, when that aborts.
 */
export async function answer(service: Service, request: IncomingRequest): Promise<Answer | Response> {
  request.signal.throwIfAborted();
  const { operation, resetSignal } = service;
  if (!operation.hasPath(request.url)) {
    return errorAnswer(404, { error: 404, message: `Nothing is here. The one operation is ${operation.name}.` });
  }
  if (request.method !== "POST") {
    const { status, headers, body } = errorAnswer(405, {
      error: 405,
      message: `The one operation is ${operation.name}.`,
    });
    return { status, headers: { ...headers, allow: "POST" }, body };
  }
  const fault = service.faults.shift();
  const recording = service.recorder.begin(request);
  try {
    const given = await createPlant(service, request, fault, recording);
    if (given.status > 0) {
      recording.status = given.status;
    }
    return given;
  } catch (error) {
    if (resetSignal.aborted) {
      return Response.error();
    }
    recording.outcome = request.signal.aborted ? "aborted" : "fault";
    throw error;
  }
}

async function createPlant(
  { token, delayMs, store, recorder, resetSignal }: Service,
  request: IncomingRequest,
  fault: Fault | undefined,
  recording: Recording,
): Promise<Answer | Response> {
  const bytes = await untilAborted(request.arrayBuffer(), request.signal, resetSignal);
  const body = readNewPlant(request.headers.get("content-type"), bytes);
  if (body.newPlant) {
    recorder.note(recording, body.newPlant, bytes.byteLength);
  }
  const waitMs = delayMs + delayOf(fault);
  if (waitMs === Number.POSITIVE_INFINITY) {
    request.onHang?.();
  }
  if (waitMs > 0) {
    await pause(waitMs, request.signal, resetSignal);
  }
  const { method, url, headers } = request;
  const faulty = faultAnswer(fault, () => new Request(url, { method, headers: [...headers], body: bytes }));
  if (faulty) {
    const given =
      typeof fault === "function" ? await untilAborted(Promise.resolve(faulty), request.signal, resetSignal) : faulty;
    recording.outcome = "fault";
    return given;
  }
  const checked = refuseCredentials(headers, token);
  const refused =
    (await (typeof token === "function" ? untilAborted(checked, request.signal, resetSignal) : checked)) ?? body.fault;
  request.signal.throwIfAborted();
  resetSignal.throwIfAborted();
  if (body.newPlant && refused === undefined && store.create(body.newPlant)) {
    recording.outcome = "created";
    const { name, tag } = body.newPlant;
    return jsonAnswer(200, JSON.stringify({ name, tag }));
  }
  recording.outcome = "refused";
  return refusal(
    refused ?? `The id ${body.newPlant?.id} is in use, and this mock was made with duplicateIds: "reject".`,
  );
}
