import { onTestFinished } from "vitest";
import { type MockServerOptions, type ServerInternals, serve } from "../../mocks/server/serve.ts";
import { FERN_JSON } from "../support/fern.ts";
import { openRawConnection, rawPost } from "../support/raw-connection.ts";

/** A whole request that creates a plant, as bytes. */
export const POST_FERN = rawPost(FERN_JSON);

/**
 * Starts a server until the test ends. `open` opens a connection that sends bytes. By default, no grace period closes what
 * should have been closed before.
 */
export async function startServer(options: MockServerOptions = {}, internals: ServerInternals = {}) {
  const server = await serve(options, { graceMs: 1_000_000, ...internals });
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
