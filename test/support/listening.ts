import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";
import { onTestFinished } from "vitest";

/** Listens on a free port of this machine until the test ends, and returns the URL. */
export async function listening(server: Server & { closeAllConnections?(): void }): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections?.();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
