import { createPlantStoreClient } from "plant-store-sdk";
import { expect, it, vi } from "vitest";
import { register } from "../../docs/snippets/instrumentation.ts";

it("makes the mock respond in development", async () => {
  vi.stubEnv("NODE_ENV", "development");
  vi.stubEnv("NEXT_RUNTIME", "nodejs");
  await register();
  const { createPlant } = createPlantStoreClient({ baseUrl: "https://plants.example.com/v1", token: "any-token" });
  expect((await createPlant({ id: 1, name: "Fern" })).data).toEqual({ name: "Fern" });
});
