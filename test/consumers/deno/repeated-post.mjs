/** Shows that Deno sends a POST again whose reused connection breaks before a response begins, and how to avoid it. */
import assert from "node:assert/strict";
import { createServer } from "node:net";
import { createPlantStoreClient } from "plant-store-sdk";

const RESPONSE = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 15\r\n\r\n{"name":"Fern"}';
const token = "my-access-token";

await repeats();
await repeatsNothing();
Deno.exit();

async function repeats() {
  const { baseUrl, ids } = await startService();
  const { createPlant } = createPlantStoreClient({ baseUrl, token });
  await createPlant({ id: 1, name: "Fern" });
  const { data, attempts, mayHaveBeenCreatedTwice } = await createPlant({ id: 2, name: "Fern" });
  assert.deepEqual(
    { data, attempts, mayHaveBeenCreatedTwice },
    {
      data: { name: "Fern" },
      attempts: 1,
      mayHaveBeenCreatedTwice: false,
    },
  );
  assert.deepEqual(ids, ["1", "2", "2"]);
}

async function repeatsNothing() {
  const { baseUrl, ids } = await startService();
  // #region remedy
  const client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 }); // a connection for each request
  const { createPlant } = createPlantStoreClient({
    baseUrl,
    token,
    fetch: (url, init) => fetch(url, { ...init, client }),
  });
  // #endregion
  await createPlant({ id: 1, name: "Fern" });
  await assert.rejects(createPlant({ id: 2, name: "Fern" }), { attempts: 1, mayHaveBeenCreated: true });
  assert.deepEqual(ids, ["1", "2"]);
}

/** Starts a service that lists the ids it gets, and closes the connection of the first POST with the id 2. */
async function startService() {
  const ids = [];
  const server = createServer((socket) => {
    socket.on("data", (data) => {
      const id = /"id":(\d+)/.exec(data)?.[1];
      if (id === undefined) {
        return; // headers whose body is still to come
      }
      const isLost = id === "2" && !ids.includes("2");
      ids.push(id);
      if (isLost) {
        socket.destroy();
      } else {
        socket.write(RESPONSE);
      }
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { baseUrl: `http://127.0.0.1:${server.address().port}`, ids };
}
