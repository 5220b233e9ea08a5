/** A bare node:http server. It echoes the request body, or returns a fixed plant: `node node.mjs <port> [plant]`. */
import { createServer } from "node:http";

const [port, plant] = process.argv.slice(2);

createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const body = plant ?? Buffer.concat(chunks);
    response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
    response.end(body);
  });
}).listen(Number(port), "127.0.0.1");
