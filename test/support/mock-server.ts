import { type MockServer, type MockServerOptions, startMockServer } from "plant-store-sdk/mocks/server";
import { onTestFinished } from "vitest";

export async function mockServer(options: MockServerOptions = {}): Promise<MockServer> {
  const server = await startMockServer(options);
  onTestFinished(async () => {
    server.mock.reset();
    await server.close();
  });
  return server;
}
