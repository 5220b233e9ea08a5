/** Counts the plants of each call by its header, then responds, loses the request, or keeps it waiting. In a process of its own. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createSecureServer } from "node:http2";
import { createServer } from "node:net";

/** How many plants each call has created: one for each whole body, unless it is refused. */
const created = {};

const count = (call) => {
  created[call] = (created[call] ?? 0) + 1;
};

const response = (status, body, headers = "") =>
  `HTTP/1.1 ${status} x\r\n${headers}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

const ERROR = '{"error":7,"message":"No"}';
const PLANT = '{"name":"Fern"}';

/** Ends a request that has arrived whole. */
function respond(socket, call) {
  const kind = Math.random();
  if (kind < 0.15) {
    socket.write(response(400, ERROR));
    return;
  }
  if (kind < 0.25) {
    socket.write(response(307, "", `location: http://127.0.0.2:${socket.localPort}/plants\r\n`));
    return;
  }
  count(call);
  if (kind < 0.55) {
    socket.destroy();
  } else if (kind < 0.75) {
    socket.write(response(200, PLANT));
  } else if (kind < 0.85) {
    socket.write(response(503, ERROR));
  }
}

const server = createServer((socket) => {
  let received = "";
  socket.on("error", () => {});
  socket.setEncoding("latin1").on("data", (text) => {
    received += text;
    const end = received.indexOf("\r\n\r\n");
    if (end < 0) {
      return;
    }
    const head = received.slice(0, end);
    if (Math.random() < 0.1) {
      socket.destroy();
      return;
    }
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (length > 0 && received.length >= end + 4 + length) {
      received = received.slice(end + 4 + length);
      const call = /x-call: (\d+)/i.exec(head)?.[1];
      setTimeout(() => respond(socket, call), Math.random() * 4);
    }
  });
});
server.listen(0, "127.0.0.1");
await once(server, "listening");

const [cert, key] = ["certificate.pem", "key.pem"].map((file) => readFileSync(file));
const http2 = createSecureServer({ cert, key }).on("stream", (stream, headers) => {
  stream.on("error", () => {}).resume();
  stream.on("end", () => {
    count(headers["x-call"]);
    const kind = Math.random();
    if (kind < 0.1) {
      stream.session?.destroy();
    } else if (kind < 0.4) {
      stream.close(2);
    } else if (kind < 0.8 && !stream.destroyed) {
      stream.respond({ ":status": 200, "content-type": "application/json" });
      stream.end(PLANT);
    }
  });
});
http2.on("sessionError", () => {});
http2.listen(0, "127.0.0.1");
await once(http2, "listening");

process.send({ port: server.address().port, http2Port: http2.address().port });
process.on("disconnect", () => process.exit());
process.on("message", () => process.send({ created }));
