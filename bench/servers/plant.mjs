/** What the clients call over loopback: it reads the body, and answers a fixed plant. */
import { createServer } from "node:http";

const PLANT = '{"name":"Monstera deliciosa","tag":"tropical"}';

createServer((request, response) => {
  request.resume();
  request.on("end", () => {
    response.writeHead(200, { "content-type": "application/json", "content-length": PLANT.length });
    response.end(PLANT);
  });
}).listen(Number(process.argv[2]), "127.0.0.1");
