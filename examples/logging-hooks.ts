/**
 * Logs every attempt. It logs only the headers that it lists, and only the names of errors, so no secret gets into the log.
 * Needs: plant-store-sdk
 *   npx tsx logging-hooks.ts
 */
import "./help.ts";
import { createPlantStoreClient, type Hooks } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";

const LOGGED_HEADERS = ["content-type", "x-request-id"];

function logging(log: (line: string) => void): Hooks {
  return {
    onRequest({ method, url, headers, attempt }) {
      const shown = LOGGED_HEADERS.filter((name) => headers.has(name)).map((name) => `${name}: ${headers.get(name)}`);
      log(`→ ${method} ${url} (attempt ${attempt}, ${shown.join(", ")})`);
    },
    onResponse({ response, durationMs }) {
      log(`← ${response.status} after ${durationMs.toFixed(1)} ms`);
    },
    onError({ error, durationMs, mayHaveBeenCreated }) {
      log(`← ${error.name} after ${durationMs.toFixed(1)} ms${mayHaveBeenCreated ? ", may have been created" : ""}`);
    },
  };
}

const mock = createPlantStoreMock({ token: "my-secret-token" });
const client = createPlantStoreClient({
  baseUrl: "https://plants.example.com",
  token: "my-secret-token",
  fetch: mock.fetch,
  retries: 1,
  retryDelayMs: () => 100,
  headers: { "x-request-id": "r-17" },
  hooks: [logging((line) => console.log(`  ${line}`))],
});

console.log("\nThe service creates a plant:");
await client.createPlant({ id: 1042, name: "Monstera deliciosa" });

console.log("\nThe service refuses a plant:");
mock.failNext({ error: 7, message: "No room for another plant." });
await client.createPlant({ id: 1043, name: "Ficus lyrata" });

console.log("\nThe service is unreachable, and the client retries:");
mock.failNext("unreachable");
await client.createPlant({ id: 1044, name: "Aloe vera" });
