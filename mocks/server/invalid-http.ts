import { CORS_HEADERS } from "../app/cors.ts";
import { errorResponse, type ResponseParts, reasonPhrase } from "../messages.ts";
import type { Incoming } from "./wire-request.ts";

const NOT_HTTP = errorResponse(400, "The request isn't valid HTTP.");
const BY_CODE: Readonly<Record<string, ResponseParts>> = {
  HPE_HEADER_OVERFLOW: errorResponse(431, "The headers are larger than the mock accepts."),
  ERR_HTTP_REQUEST_TIMEOUT: errorResponse(408, "The request took too long to arrive."),
};

/** The bytes of the response to what node:http can't read. A browser can't send invalid HTTP, so that has no CORS headers. */
export function toErrorBytes(code: string | undefined, hasCors: boolean): string {
  const { status, headers, body } = BY_CODE[String(code)] ?? NOT_HTTP;
  const corsHeaders = hasCors && status !== NOT_HTTP.status ? CORS_HEADERS : {};
  const fields = { ...corsHeaders, ...headers, "content-length": body.length, connection: "close" };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${reasonPhrase(status)}`, ...lines, "", body].join("\r\n");
}

/** Refuses invalid requests that node:http accepts (RFC 9112, section 3.2). */
export function refuseInvalidRequest({ httpVersion, rawHeaders }: Incoming): ResponseParts | undefined {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host").length;
  return hosts > 1 || (hosts === 0 && httpVersion === "1.1")
    ? errorResponse(400, `The request must have one Host header, not ${hosts}.`)
    : undefined;
}
