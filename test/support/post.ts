import type { RunningMock } from "./adapter.ts";

/** An answer as it came over the wire. */
export interface PlainAnswer {
  readonly status: number;
  readonly contentType: string | null;
  readonly body: string;
}

/** Header fields to send; `undefined` leaves a field out that is sent otherwise. */
export type PostHeaders = Readonly<Record<string, string | undefined>>;

/** Posts a body as it stands to the operation, with a token and as JSON unless told otherwise. */
export async function post(
  { fetch, baseUrl }: Pick<RunningMock, "fetch" | "baseUrl">,
  body: BodyInit | undefined,
  headers: PostHeaders = {},
): Promise<PlainAnswer> {
  const fields: PostHeaders = { authorization: "Bearer test-token", "content-type": "application/json", ...headers };
  const response = await fetch(`${baseUrl}/plants`, {
    method: "POST",
    // As bytes: a string would bring a content type of its own.
    ...(body !== undefined && { body: typeof body === "string" ? new TextEncoder().encode(body) : body }),
    headers: Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined),
  });
  return { status: response.status, contentType: response.headers.get("content-type"), body: await response.text() };
}

/** The answer to a plant that was created. */
export const created = (body: string): PlainAnswer => ({ status: 200, contentType: "application/json", body });

/** The answer to a request that failed (I12). */
export const refused = (message: string): PlainAnswer => ({
  status: 400,
  contentType: "application/json",
  body: `{"error":400,"message":${JSON.stringify(message)}}`,
});
