import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setupServer } from "msw/node";
import { unwrap } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { createHandlers, offline } from "plant-store-sdk/mocks/msw";
import { expect, it, onTestFinished, vi } from "vitest";
import { plantStore } from "./rotating-token.ts";

it("sends the token that is valid at each attempt", async () => {
  const folder = await mkdtemp(join(tmpdir(), "token-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "token");
  vi.stubEnv("PLANT_STORE_TOKEN_FILE", file);
  onTestFinished(() => void vi.unstubAllEnvs());

  let valid = "first-token";
  await writeFile(file, "first-token\n");
  const mock = createPlantStoreMock({ token: (token) => token === valid });
  const server = setupServer(...createHandlers(mock));
  server.listen(offline);
  onTestFinished(() => server.close());

  await plantStore.createPlant({ id: 1, name: "Fern" }).then(unwrap);
  mock.failNext(async () => {
    valid = "second-token";
    await writeFile(file, "second-token\n");
    return Response.error();
  });
  await plantStore.createPlant({ id: 2, name: "Moss" }, { retries: 1 }).then(unwrap);

  expect(mock.requests.map(({ outcome }) => outcome)).toEqual(["created", "fault", "created"]);
});
