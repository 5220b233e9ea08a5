import type { RunningMock } from "./adapter.ts";

export interface PlainResponse {
  readonly status: number;
  readonly contentType: string | null;
  readonly body: string;
}

/** `undefined` removes a default header. */
export type PostHeaders = Readonly<Record<string, string | undefined>>;

export async function post(
  { fetch, baseUrl }: Pick<RunningMock, "fetch" | "baseUrl">,
  body: BodyInit | undefined,
  headers: PostHeaders = {},
  signal: AbortSignal | null = null,
): Promise<PlainResponse> {
  const fields: PostHeaders = { authorization: "Bearer test-token", "content-type": "application/json", ...headers };
  const response = await fetch(`${baseUrl}/plants`, {
    method: "POST",
    // A string would add a Content-Type.
    ...(body !== undefined && { body: typeof body === "string" ? new TextEncoder().encode(body) : body }),
    headers: Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined),
    signal,
  });
  return { status: response.status, contentType: response.headers.get("content-type"), body: await response.text() };
}

export const plantResponse = (body: string): PlainResponse => jsonResponse(200, body);

/** The response that creates the plant of `FERN_JSON`. */
export const FERN_RESPONSE = plantResponse('{"name":"Fern"}');

export const errorResponse = (status: number, error: number, message: string): PlainResponse =>
  jsonResponse(status, `{"error":${error},"message":${JSON.stringify(message)}}`);

export const badRequest = (message: string): PlainResponse => errorResponse(400, 400, message);

function jsonResponse(status: number, body: string): PlainResponse {
  return { status, contentType: "application/json", body };
}
