import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { expect, it, onTestFinished, vi } from "vitest";
import { plantStore } from "./rotating-token.ts";

it("sends the token that is valid at each attempt", async () => {
  const folder = await mkdtemp(join(tmpdir(), "token-"));
  const file = join(folder, "token");
  const tokens: string[] = [];
  const mock = createPlantStoreMock({ token: (token) => tokens.push(token) > 0 });
  vi.stubEnv("PLANT_STORE_TOKEN_FILE", file);
  vi.stubGlobal("fetch", mock.fetch);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
    await rm(folder, { recursive: true });
  });

  for (const token of ["first-token", "second-token"]) {
    await writeFile(file, `${token}\n`);
    await plantStore.createPlant({ id: 1, name: "Fern" });
  }
  expect(tokens).toEqual(["first-token", "second-token"]);
});
