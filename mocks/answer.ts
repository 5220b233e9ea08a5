import type { ErrorRecord } from "../src/schemas.ts";

/** An answer in parts, from which an adapter makes its own. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const JSON_HEADERS = { "content-type": "application/json" };

export function jsonAnswer(status: number, body: string): Answer {
  return { status, headers: JSON_HEADERS, body };
}

export function errorAnswer(status: number, { error, message }: ErrorRecord): Answer {
  return jsonAnswer(status, JSON.stringify({ error, message }));
}

/** I12: a request that fails is answered with 400 and an Error. One value stands for all, since I6 names none. */
export function refusal(message: string): Answer {
  return errorAnswer(400, { error: 400, message });
}

/** A `Response` is an answer too: a function that `failNext` was given makes one. */
export function toResponse(answer: Answer | Response): Response {
  return answer instanceof Response ? answer : new Response(answer.body, answer);
}
