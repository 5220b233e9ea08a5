/** A server without a framework, which returns the body that it receives: `node node-http.mjs <port>`. */
import { createServer } from "node:http";

createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const body = Buffer.concat(chunks);
    response.writeHead(200, { "content-type": "application/json", "content-length": body.byteLength });
    response.end(body);
  });
}).listen(Number(process.argv[2]), "127.0.0.1");
