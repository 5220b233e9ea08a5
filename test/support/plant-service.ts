import { createServer, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { isValidBody, listFields } from "./contract.ts";
import { listening } from "./listening.ts";

export interface ServiceRequest {
  readonly method: string | undefined;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly body: Buffer;
}

export interface ServiceResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

type ServiceReply = ServiceResponse | "hang" | "close" | "break off";

export type Deviation = (request: ServiceRequest, right: ServiceResponse & { readonly body: string }) => ServiceReply;

/** A service over HTTP that conforms, unless `deviate` replaces a response. Shares no code with the mock. */
export async function startPlantService(deviate: Deviation = (_, right) => right) {
  const requests: ServiceRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const { method, url: path = "", headers } = incoming;
    const body = await buffer(incoming);
    const { authorization, "content-type": contentType } = headers;
    const request = { method, path, authorization, contentType, body };
    requests.push(request);
    write(response, deviate(request, respondRightly(request)));
  });
  return { url: await listening(server), requests };
}

/** The same service as a `fetch` function. Supports no broken body. */
export function plantServiceFetch(deviate: Deviation = (_, right) => right) {
  return async (url: string, init: RequestInit): Promise<Response> => {
    const { authorization, "content-type": contentType } = Object.fromEntries(new Headers(init.headers));
    const body = Buffer.from(await new Response(init.body ?? null).arrayBuffer());
    const request = { method: init.method, path: new URL(url).pathname, authorization, contentType, body };
    const reply = deviate(request, respondRightly(request));
    if (reply === "hang") {
      return new Promise(() => {});
    }
    if (typeof reply === "string") {
      throw new TypeError("fetch failed", { cause: new Error("other side closed") });
    }
    // A 204 can't have a body, and a string would add a Content-Type.
    const bytes = reply.status === 204 ? null : new TextEncoder().encode(String(reply.body));
    return new Response(bytes, { status: reply.status, headers: toHeaders(reply) });
  };
}

export const TOKEN = "s3cret/Token+1";

export const jsonReply = (status: number, value: object) => ({
  status,
  contentType: "application/json",
  body: JSON.stringify(value),
});

/** Changes the responses with a status. */
export const on =
  (status: number, change: Partial<ServiceResponse> | "hang" | "close"): Deviation =>
  (_, right) => {
    if (right.status !== status) {
      return right;
    }
    return typeof change === "string" ? change : { ...right, ...change };
  };

export const errorReply = (message: string) => jsonReply(400, { error: 4, message });

export function idDigits({ body }: ServiceRequest): string {
  return /"id":(-?\d+)[,}]/.exec(body.toString())?.[1] ?? "";
}

/** Takes what is valid, and the fields of a Plant, from openapi.yaml. */
export function respondRightly(request: ServiceRequest) {
  const { path, authorization, contentType, body } = request;
  if (!path.endsWith("/plants")) {
    return jsonReply(404, { error: 404, message: "not found" });
  }
  if (authorization !== `Bearer ${TOKEN}`) {
    return jsonReply(401, { error: 401, message: "invalid token" });
  }
  if (!contentType?.startsWith("application/json") || !isValidBody(body)) {
    return errorReply("not a NewPlant");
  }
  const newPlant = JSON.parse(body.toString());
  return jsonReply(200, Object.fromEntries(listFields("Plant").map(({ name }) => [name, newPlant[name]])));
}

const toHeaders = ({ contentType, headers }: ServiceResponse) => ({
  ...(contentType !== "" && { "content-type": contentType }),
  ...headers,
});

function write(response: ServerResponse, reply: ServiceReply): void {
  if (reply === "close") {
    response.socket?.destroy();
  } else if (reply === "break off") {
    response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
    response.write('{"name":"Fe', () => response.socket?.destroy());
  } else if (reply !== "hang") {
    const { status, body } = reply;
    response.writeHead(status, toHeaders(reply));
    response.end(body);
  }
}
