/**
 * Logs every attempt, and never the token: only the fields that it names are logged, and of an error only its kind.
 *
 *   npx tsx examples/logging-middleware.ts
 */
import { createPlantStoreClient, type Middleware } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";

// A list of what may be seen can't forget a secret, as a list of secrets can.
const SHOWN_FIELDS = ["content-type", "x-request-id"];

function logging(log: (line: string) => void): Middleware {
  const startedAt = new Map<string, number>();
  const sinceStart = (id: string) => {
    const ms = performance.now() - (startedAt.get(id) ?? 0);
    startedAt.delete(id);
    return `${ms.toFixed(1)} ms`;
  };
  return {
    onRequest({ request, id }) {
      startedAt.set(id, performance.now());
      const fields = SHOWN_FIELDS.filter((name) => request.headers.has(name));
      const shown = fields.map((name) => `${name}: ${request.headers.get(name)}`).join(", ");
      log(`→ ${request.method} ${request.url} (${shown})`);
    },
    onResponse({ response, id }) {
      log(`← ${response.status} after ${sinceStart(id)}`);
    },
    onError({ error, id }) {
      log(`← ${error instanceof Error ? error.name : "no answer"} after ${sinceStart(id)}`);
    },
  };
}

const mock = createPlantStoreMock({ token: "a-token-that-nobody-may-see" });
const client = createPlantStoreClient({
  baseUrl: "https://plants.example.com",
  token: "a-token-that-nobody-may-see",
  fetch: mock.fetch,
  retries: 1,
  headers: { "x-request-id": "r-17" },
  middleware: [logging((line) => console.log(`  ${line}`))],
});

console.log("\nA plant is created:");
await client.createPlant({ id: 1042, name: "Monstera deliciosa" });

console.log("\nThe service refuses one:");
mock.failNext({ error: 7, message: "No room for another plant." });
await client.createPlant({ id: 1043, name: "Ficus lyrata" });

console.log("\nThe connection is lost, and the client asks again:");
mock.failNext("connection");
await client.createPlant({ id: 1044, name: "Aloe vera" });
