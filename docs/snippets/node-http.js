import { createServer } from "node:http";
import { createMockMiddleware } from "plant-store-sdk/mocks/server";

const mock = createMockMiddleware({ basePath: "/mock" });

createServer((request, response) => {
  if (/^\/mock(?:[/?]|$)/.test(request.url)) {
    mock(request, response);
  } else {
    response.end("your app");
  }
}).listen(3000, "127.0.0.1");
