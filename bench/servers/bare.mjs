/** The least that node:http does, and the limit: it reads the body, and sends it back. */
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
