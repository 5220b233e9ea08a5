import { createPlantStoreClient, unwrap } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { createMockApp } from "plant-store-sdk/mocks/app";
import { startMockServer } from "plant-store-sdk/mocks/server";
import { runStep, steps } from "../mock-app-steps.mjs";

const id = 9007199254740993n;

function holdsTheFern(plants) {
  const [plant] = plants.all();
  if (plant?.id !== id || plant.name !== "Fern") {
    throw new Error(`It holds ${plant?.id} ${plant?.name}.`);
  }
}

Deno.test("creates a plant with mock.fetch", async () => {
  const mock = createPlantStoreMock();
  const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any", fetch: mock.fetch });
  await client.createPlant({ id, name: "Fern" }).then(unwrap);
  holdsTheFern(mock.plants);
});

Deno.test("creates a plant over HTTP", async () => {
  const server = await startMockServer({ token: "secret" });
  const client = createPlantStoreClient({ baseUrl: server.url, token: "secret" });
  await client.createPlant({ id, name: "Fern" }).then(unwrap);
  holdsTheFern(server.mock.plants);
  await server.close();
});

for (const title of Object.keys(steps)) {
  Deno.test(`the app ${title}`, { sanitizeOps: false, sanitizeResources: false }, async () => {
    // #region serve
    const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, createMockApp().fetch);
    // #endregion
    await runStep({ url: `http://127.0.0.1:${server.addr.port}` }, title);
    await server.shutdown();
  });
}

Deno.test("the app refuses the control API to another machine under the name localhost", async () => {
  const remoteAddr = { transport: "tcp", hostname: "192.0.2.60", port: 50_000 };
  const response = await createMockApp().fetch(new Request("http://localhost/__mock/plants"), { remoteAddr });
  if (response.status !== 403) {
    throw new Error(`The status is ${response.status}.`);
  }
});
