/** A worker of node:cluster that starts a mock server, and sends its URL or why it can't. */
import { startMockServer } from "../../mocks/server.ts";

const outcome = await startMockServer({ port: Number(process.env.PORT) }).then(
  ({ url }) => url,
  ({ message }) => message,
);
process.send?.(outcome);
