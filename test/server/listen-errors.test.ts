import { createServer } from "node:http";
import { expect, it, vi } from "vitest";
import { listen } from "../../mocks/server/listen.ts";
import { rejectionOf } from "../support/rejection-of.ts";

// Root may use any port: what others are told is shown by a server that fails as theirs does.
it.each([
  ["EACCES", "Port 80 of 127.0.0.1 is not open to this user: choose one above 1023, or 0 for any that is free."],
  ["EAI_AGAIN", "127.0.0.1 is no address of this machine: choose 127.0.0.1, or 0.0.0.0 for all that it has."],
  ["EMFILE", "Can't listen on port 80 of 127.0.0.1: it failed."],
])("explains %s", async (code, message) => {
  const server = createServer();
  vi.spyOn(server, "listen").mockImplementation(() => {
    queueMicrotask(() => server.emit("error", Object.assign(new Error("it failed"), { code })));
    return server;
  });
  expect(await rejectionOf(listen(server, 80, "127.0.0.1"))).toMatchObject({ message, cause: { code } });
});
