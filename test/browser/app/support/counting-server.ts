import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface CountingServer {
  readonly url: string;
  readonly connections: number;
  close(): Promise<void>;
}

export async function startCountingServer(): Promise<CountingServer> {
  let connections = 0;
  const server = createServer((_, response) => {
    response.writeHead(200, { "access-control-allow-origin": "*", "content-type": "text/plain" });
    response.end("here");
  });
  server.on("connection", () => {
    connections++;
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get connections() {
      return connections;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
