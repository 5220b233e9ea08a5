import { type MockServer, type MockServerOptions, startMockServer } from "plant-store-sdk/mocks/server";
import { onTestFinished } from "vitest";

export async function mockServer(options: MockServerOptions = {}): Promise<MockServer> {
  const server = await startMockServer(options);
  onTestFinished(() => {
    // `close` waits for requests in progress, and `reset` ends those that hang.
    server.mock.reset();
    return server.close();
  });
  return server;
}
