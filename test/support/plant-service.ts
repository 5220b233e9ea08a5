import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** What a service was asked. */
export interface ServiceRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly body: Buffer;
}

/** An answer, with a content type unless that is empty, or what becomes of the connection in its place. */
export type ServiceReply =
  | { readonly status: number; readonly contentType: string; readonly body: string; readonly location?: string }
  | "hang"
  | "close"
  | "break off";

/** What the service does otherwise than is right. */
export type Deviation = (request: ServiceRequest, right: Exclude<ServiceReply, string>) => ServiceReply;

/** A Plant Store of a few lines, on a real socket and apart from the mock, with a deviation from what is right. */
export async function startPlantService(deviate: Deviation = (_, right) => right) {
  const requests: ServiceRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) {
      chunks.push(chunk);
    }
    const request: ServiceRequest = {
      path: incoming.url ?? "",
      authorization: incoming.headers.authorization,
      contentType: incoming.headers["content-type"],
      body: Buffer.concat(chunks),
    };
    requests.push(request);
    write(response, deviate(request, answerRightly(request)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

export const TOKEN = "s3cret/Token+1";

export const json = (status: number, value: object) => ({
  status,
  contentType: "application/json",
  body: JSON.stringify(value),
});

export const refused = (message: string) => json(400, { error: 4, message });

/** The digits of an id, where it is an integer. */
export function idDigits({ body }: ServiceRequest): string {
  return /"id":(-?\d+)[,}]/.exec(body.toString())?.[1] ?? "";
}

function answerRightly(request: ServiceRequest) {
  const { path, authorization, contentType, body } = request;
  if (path !== "/plants") {
    return json(404, { error: 404, message: "not found" });
  }
  if (authorization !== `Bearer ${TOKEN}`) {
    return json(401, { error: 401, message: "who are you?" });
  }
  const plant = contentType?.startsWith("application/json") ? parse(body) : undefined;
  const { name, tag } = plant ?? {};
  const digits = idDigits(request);
  const hasTag = typeof tag === "string" || tag === undefined;
  if (typeof name !== "string" || !hasTag || digits === "" || BigInt.asIntN(64, BigInt(digits)) !== BigInt(digits)) {
    return refused("no NewPlant");
  }
  return json(200, { name, tag });
}

function parse(body: Buffer): Record<string, unknown> | undefined {
  try {
    return Object(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body)));
  } catch {
    return undefined;
  }
}

function write(response: ServerResponse, reply: ServiceReply): void {
  if (reply === "close") {
    response.socket?.destroy();
  } else if (reply === "break off") {
    response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
    response.write('{"name":"Fe', () => response.socket?.destroy());
  } else if (reply !== "hang") {
    const { status, contentType, body, location } = reply;
    response.writeHead(status, {
      ...(contentType !== "" && { "content-type": contentType }),
      ...(location !== undefined && { location }),
    });
    response.end(body);
  }
}
