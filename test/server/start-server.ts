import { onTestFinished, vi } from "vitest";
import { type MockServerOptions, serve } from "../../mocks/server/serve.ts";
import { FERN_JSON } from "../support/fern.ts";
import { openRawConnection, rawPost } from "../support/raw-connection.ts";

/** A whole request that creates a plant, as bytes. */
export const POST_FERN = rawPost(FERN_JSON);

/**
 * Starts a server until the test ends. `open` opens a connection that sends bytes. With fake timers, no grace period closes
 * what should have been closed before.
 */
export async function startServer(options: MockServerOptions = {}, internals: Parameters<typeof serve>[1] = {}) {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const server = await serve(options, internals);
  onTestFinished(() => {
    server.mock.reset();
    return server.close();
  });
  const open = async (sent = "") => {
    const connection = await openRawConnection(server.url);
    connection.send(sent);
    return connection;
  };
  return { ...server, open };
}
