import { expect, it, vi } from "vitest";
import { runFile } from "../support/command.ts";
import { mockServer } from "../support/mock-server.ts";

const plant = JSON.stringify({ id: "1", name: "Fern" });
const headers = { "content-type": "application/json", "x-user-token": "my-token" };

it("responds to a request in progress before it ends", async () => {
  const service = await mockServer();
  service.mock.failNext("timeout");
  const program = runFile(["--import", "tsx", "docs/snippets/express-server.ts"], {
    PLANT_STORE_URL: service.url,
    PORT: "0",
  });
  const [, port] = await program.waitFor(/port: (\d+)/);
  const response = fetch(`http://127.0.0.1:${port}/plants`, { method: "POST", body: plant, headers });
  await vi.waitFor(() => expect(service.mock.requests).toHaveLength(1));
  program.process.kill("SIGTERM");
  const { status, body } = await response.then(async (sent) => ({ status: sent.status, body: await sent.json() }));
  expect({ status, body }).toMatchObject({ status: 502, body: { mayHaveBeenCreated: true } });
  expect(await program.exited).toBe(0);
});
