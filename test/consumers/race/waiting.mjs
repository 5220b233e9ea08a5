/**
 * Makes calls that wait for their turn: in a pool of ten connections, in a `fetch` that sends ten at once, and in one that waits
 * before each request. All of them end, in a small heap.
 *
 *   node --max-old-space-size=512 waiting.mjs 10000
 */
import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import { createPlantStoreClient } from "plant-store-sdk";
import { Agent, fetch as undiciFetch } from "undici";

const count = Number(process.argv[2] ?? 10_000);
const service = fork("sockets.mjs");
const [{ port }] = await once(service, "message");
const dispatcher = new Agent({ connections: 10 });

let free = 10;
const turns = [];

async function sendInTurn(url, init) {
  if (free === 0) {
    await new Promise((resolve) => turns.push(resolve));
  } else {
    free -= 1;
  }
  try {
    return await fetch(url, init);
  } finally {
    const next = turns.shift();
    free += next ? 0 : 1;
    next?.();
  }
}

const fetches = {
  "a pool of ten connections": (url, init) => undiciFetch(url, { ...init, dispatcher }),
  "a fetch that sends ten at once": sendInTurn,
  "a fetch that waits": async (url, init) => {
    await setImmediate();
    return undiciFetch(url, { ...init, dispatcher });
  },
};

let next = 0;
for (const [name, fetch] of Object.entries(fetches)) {
  const { createPlant } = createPlantStoreClient({ baseUrl: `http://127.0.0.1:${port}`, token: "a-token", fetch });
  const calls = Array.from({ length: count }, async () => {
    const id = next++;
    const options = { headers: { "x-call": String(id) }, timeoutMs: 20_000 };
    const { data, mayHaveBeenCreated } = await createPlant({ id, name: "Fern" }, options).catch((error) => error);
    return { id, mayExist: data !== undefined || mayHaveBeenCreated };
  });
  const outcomes = await Promise.all(calls);
  service.send("report");
  const [{ created }] = await once(service, "message");
  const wrong = outcomes.filter(({ id, mayExist }) => created[id] && !mayExist);
  const heapMb = Math.round(process.memoryUsage().heapUsed / 2 ** 20);
  console.log(
    `${name}: ${count} calls, ${Object.keys(created).length} created so far, ${wrong.length} wrong, ${heapMb} MB`,
  );
  assert.equal(wrong.length, 0);
}
service.kill();
process.exit();
