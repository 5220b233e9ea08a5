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
): Promise<PlainResponse> {
  const fields: PostHeaders = { authorization: "Bearer test-token", "content-type": "application/json", ...headers };
  const response = await fetch(`${baseUrl}/plants`, {
    method: "POST",
    // A string would add a Content-Type.
    ...(body !== undefined && { body: typeof body === "string" ? new TextEncoder().encode(body) : body }),
    headers: Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined),
  });
  return { status: response.status, contentType: response.headers.get("content-type"), body: await response.text() };
}

export const created = (body: string): PlainResponse => ({ status: 200, contentType: "application/json", body });

export const refused = (message: string): PlainResponse => ({
  status: 400,
  contentType: "application/json",
  body: `{"error":400,"message":${JSON.stringify(message)}}`,
});
