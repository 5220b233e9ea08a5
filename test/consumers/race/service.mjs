/** Notes each request by its header, then responds, loses it, or keeps it waiting, over HTTP and TLS. In a process of its own. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { setTimeout as delay } from "node:timers/promises";

const arrived = [];

async function respond(request, response) {
  arrived.push(request.headers["x-call"]);
  request.on("error", () => {}).resume();
  await delay(Math.random() * 6);
  const kind = Math.random();
  if (kind < 0.3) {
    request.socket.destroy();
  } else if (kind < 0.7) {
    response.writeHead(500, { "content-type": "application/json", connection: "close" });
    response.end('{"error":500,"message":"Failed"}');
  }
}

const [cert, key] = ["certificate.pem", "key.pem"].map((file) => readFileSync(file));
const servers = [createServer(respond), createTlsServer({ cert, key }, respond)];
const ports = [];
for (const server of servers) {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ports.push(server.address().port);
}
process.send({ ports });
process.on("message", () => process.send({ arrived }));
