import { createPlantStoreClient } from "plant-store-sdk";
import { createServer } from "vite";
import { expect, it, onTestFinished } from "vitest";
import config from "./vite.config.ts";

it("serves the mock and its page in the development server", async () => {
  const vite = await createServer({
    ...config,
    configFile: false,
    logLevel: "silent",
    optimizeDeps: { noDiscovery: true },
    server: { host: "127.0.0.1", port: 0, ws: false, watch: null },
  });
  onTestFinished(() => vite.close());
  await vite.listen();
  const [origin = ""] = vite.resolvedUrls?.local ?? [];

  const client = createPlantStoreClient({ baseUrl: `${origin}mock`, token: "any-token" });
  expect((await client.createPlant({ id: 2, name: "Moss" })).data).toEqual({ name: "Moss" });
  const plants = await fetch(`${origin}mock/__mock/plants`);
  expect(await plants.json()).toEqual([
    { id: 1, name: "Fern" },
    { id: 2, name: "Moss" },
  ]);
  expect(await (await fetch(`${origin}mock/`)).text()).toContain("<!doctype html>");
});
