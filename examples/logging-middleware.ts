/**
 * Logs every attempt. It logs only the headers that it lists, and only the names of errors, so no secret gets into the log.
 * Needs: plant-store-sdk
 *   npx tsx logging-middleware.ts
 */
import { createPlantStoreClient, type Middleware } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";

const LOGGED_HEADERS = ["content-type", "x-request-id"];

function logging(log: (line: string) => void): Middleware {
  const startedAt = new Map<string, number>();
  const duration = (id: string) => {
    const ms = performance.now() - (startedAt.get(id) ?? 0);
    startedAt.delete(id);
    return `${ms.toFixed(1)} ms`;
  };
  return {
    onRequest({ request, id, attempt }) {
      startedAt.set(id, performance.now());
      const headers = LOGGED_HEADERS.filter((name) => request.headers.has(name));
      const shown = headers.map((name) => `${name}: ${request.headers.get(name)}`).join(", ");
      log(`→ ${request.method} ${request.url} (attempt ${attempt}, ${shown})`);
    },
    onResponse({ response, id }) {
      log(`← ${response.status} after ${duration(id)}`);
    },
    onError({ error, id }) {
      log(`← ${error instanceof Error ? error.name : "no response"} after ${duration(id)}`);
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
  middleware: [logging((line) => console.log(`  ${line}`))],
});

console.log("\nThe service creates a plant:");
await client.createPlant({ id: 1042, name: "Monstera deliciosa" });

console.log("\nThe service refuses a plant:");
mock.failNext({ error: 7, message: "No room for another plant." });
await client.createPlant({ id: 1043, name: "Ficus lyrata" });

console.log("\nThe connection drops, and the client retries:");
mock.failNext("connection");
await client.createPlant({ id: 1044, name: "Aloe vera" });
