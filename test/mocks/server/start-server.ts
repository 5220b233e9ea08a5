import { onTestFinished, vi } from "vitest";
import { readMockOptions } from "../../../mocks/core/mock-options.ts";
import { type MockServerOptions, SERVER_CHECKS, serve } from "../../../mocks/server/serve.ts";
import { FERN_JSON } from "../../support/fern.ts";
import { openRawConnection, rawPost } from "../../support/raw-connection.ts";

/** A whole request that creates a plant, as bytes. */
export const POST_FERN = rawPost(FERN_JSON);

/** Starts a server until the test ends. `open` opens a connection that sends bytes. */
export async function startServer(options: MockServerOptions = {}, internals: Parameters<typeof serve>[1] = {}) {
  const server = await serve(readMockOptions(SERVER_CHECKS, options), internals);
  const close = () => {
    // The grace period never ends, so it doesn't close what should have been closed before.
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const closed = server.close();
    vi.useRealTimers();
    return closed;
  };
  onTestFinished(() => {
    server.mock.reset();
    return close();
  });
  const open = async (sent = "") => {
    const connection = await openRawConnection(server.url);
    connection.send(sent);
    return connection;
  };
  return { ...server, close, open };
}
