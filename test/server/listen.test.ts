import { createServer } from "node:http";
import { expect, it, vi } from "vitest";
import { listen } from "../../mocks/server/listen.ts";
import { getRejection } from "../support/get-rejection.ts";

// Tests may run as root, who may use any port, so the error is simulated.
it.each([
  ["EACCES", "Port 80 on 127.0.0.1 requires more privileges. Choose a port above 1023, or 0 for any free port."],
  ["EAI_AGAIN", "127.0.0.1 isn't an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all of its addresses."],
  ["EMFILE", "Can't listen on port 80 on 127.0.0.1: it failed"],
])("explains %s", async (code, message) => {
  const server = createServer();
  vi.spyOn(server, "listen").mockImplementation(() => {
    queueMicrotask(() => server.emit("error", Object.assign(new Error("it failed"), { code })));
    return server;
  });
  expect(await getRejection(listen(server, 80, "127.0.0.1"))).toMatchObject({ message, cause: { code } });
});
