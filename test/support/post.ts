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

const json = (status: number, body: string): PlainResponse => ({ status, contentType: "application/json", body });

/** The body of a NewPlant, and the response to it. */
export const FERN = '{"id":1,"name":"Fern"}';
export const CREATED = json(200, '{"name":"Fern"}');

export const created = (body: string): PlainResponse => json(200, body);

/** A response with the Error of a fault. */
export const failed = (status: number, error: number, message: string): PlainResponse =>
  json(status, `{"error":${error},"message":${JSON.stringify(message)}}`);

export const refused = (message: string): PlainResponse => failed(400, 400, message);
