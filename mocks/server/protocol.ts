import { type IncomingMessage, STATUS_CODES } from "node:http";
import { METHOD } from "../../src/shared/operation.ts";
import { errorResponse, type ResponseParts } from "../messages.ts";

export const CORS_HEADERS = ["access-control-allow-origin", "*", "access-control-expose-headers", "*"];

const NOT_HTTP = errorResponse(400, "The request isn't valid HTTP.");
const NOT_IMPLEMENTED = errorResponse(501, "The method isn't supported.");
const BY_CODE: Readonly<Record<string, ResponseParts>> = {
  HPE_HEADER_OVERFLOW: errorResponse(431, "The headers are larger than the mock accepts."),
  ERR_HTTP_REQUEST_TIMEOUT: errorResponse(408, "The request took too long to arrive."),
};

/** What node:http's `clientError` event reports. Only parse errors have the last two. */
export interface ParseError extends Error {
  readonly code?: string;
  readonly bytesParsed: number;
  readonly rawPacket: Uint8Array;
}

/** Without CORS headers for invalid HTTP, which a browser never sends. It can cause every other error. */
export function toProtocolErrorResponse(error: ParseError, hasCors: boolean): string {
  const found = BY_CODE[String(error.code)] ?? (hasUnknownMethod(error) ? NOT_IMPLEMENTED : NOT_HTTP);
  return toRawResponse(found, hasCors && found !== NOT_HTTP);
}

/** The bytes of the response to a CONNECT request, for which node:http offers no `ServerResponse`. */
export const CONNECT_RESPONSE = toRawResponse(errorResponse(405, "The mock isn't a proxy.", { allow: METHOD }), false);

function toRawResponse({ status, headers, body }: ResponseParts, hasCors: boolean): string {
  const [allowName, allowValue, exposeName, exposeValue] = CORS_HEADERS;
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...(hasCors ? [`${allowName}: ${allowValue}`, `${exposeName}: ${exposeValue}`] : []),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${body.length}`,
    "connection: close",
    "",
    body,
  ].join("\r\n");
}

function hasUnknownMethod({ code, bytesParsed, rawPacket }: ParseError): boolean {
  if (code !== "HPE_INVALID_METHOD") {
    return false;
  }
  const text = Buffer.from(rawPacket).toString("latin1");
  const start = text.slice(Math.max(0, bytesParsed - 40), bytesParsed).replace(/^.*[^!#$%&'*+.^`|~\w-]/s, "");
  return /^[!#$%&'*+.^`|~\w-]+ [!-~]+ HTTP\/1\.[01]\r?\n/.test(start + text.slice(bytesParsed));
}

/** Refuses what node:http accepts although it isn't valid (RFC 9112, section 3.2). */
export function refuseInvalidRequest({ httpVersion, headers, rawHeaders }: IncomingMessage): ResponseParts | undefined {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 4 && name.toLowerCase() === "host") {
      hosts += 1;
    }
  }
  if (hosts > 1 || (hosts === 0 && httpVersion === "1.1")) {
    return errorResponse(400, `The request must have one Host header, not ${hosts}.`);
  }
  if (headers.expect !== undefined && !/^100-continue$/i.test(headers.expect)) {
    return errorResponse(417, 'The only expectation that the mock supports is "100-continue".');
  }
  return undefined;
}

export function respondToPreflight({ method, headers }: IncomingMessage): ResponseParts | undefined {
  const { origin, "access-control-request-method": asked, "access-control-request-headers": names = "*" } = headers;
  if (method !== "OPTIONS" || origin === undefined || asked === undefined) {
    return undefined;
  }
  return {
    status: 204,
    headers: {
      "access-control-allow-methods": asked,
      // Not always "*", which doesn't include Authorization.
      "access-control-allow-headers": names,
      "access-control-allow-private-network": "true",
      "access-control-max-age": "600",
    },
    body: "",
  };
}
