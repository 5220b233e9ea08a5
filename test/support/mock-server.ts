import { type MockServer, type MockServerOptions, startMockServer } from "plant-store-sdk/mocks/server";
import { onTestFinished } from "vitest";

/** Starts a server, and closes it with all open requests after the test. */
export async function mockServer(options: MockServerOptions = {}): Promise<MockServer> {
  const server = await startMockServer(options);
  onTestFinished(async () => {
    server.mock.reset();
    await server.close();
  });
  return server;
}
