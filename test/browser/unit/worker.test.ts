import { HttpResponse, http } from "msw";
import { setupWorker } from "msw/browser";
import { createPlantStoreClient, PlantStoreResponseError } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { createHandlers, offline } from "plant-store-sdk/mocks/msw";
import { describe, expect, it, onTestFinished } from "vitest";

const baseUrl = "https://plants.example.com/v1";
const newPlant = { id: 9007199254740993n, name: "Fern" };
const createClient = (url: string) => createPlantStoreClient({ baseUrl: url, token: "secret" });

async function start(...handlers: Parameters<typeof setupWorker>) {
  const worker = setupWorker(...handlers);
  await worker.start({ ...offline, quiet: true });
  onTestFinished(() => worker.stop());
  return worker;
}

describe("createHandlers in a service worker", () => {
  it("responds to a client that was created before the worker started, with an exact id", async () => {
    const { createPlant } = createClient(baseUrl);
    const mock = createPlantStoreMock({ baseUrl });
    await start(...createHandlers(mock));
    expect((await createPlant(newPlant)).data).toEqual({ name: "Fern" });
    expect(mock.plants.all()).toEqual([newPlant]);
  });

  it("responds under any base URL by default, including the page's own", async () => {
    const mock = createPlantStoreMock();
    await start(...createHandlers(mock));
    const baseUrls = ["https://one.example.com", "http://two.example.com:8080/a/b", location.origin];
    for (const url of baseUrls) {
      expect((await createClient(url).createPlant(newPlant)).data).toEqual({ name: "Fern" });
    }
    expect(mock.requests.map(({ url }) => url)).toEqual(baseUrls.map((url) => `${url}/plants`));
  });

  it("lets a handler of the test override the mock", async () => {
    const worker = await start(...createHandlers(createPlantStoreMock({ baseUrl })));
    worker.use(http.post(`${baseUrl}/plants`, () => HttpResponse.json({ error: 9, message: "mine" }, { status: 400 })));
    expect((await createClient(baseUrl).createPlant(newPlant)).error).toEqual({ error: 9, message: "mine" });
    worker.resetHandlers();
    expect((await createClient(baseUrl).createPlant(newPlant)).data).toEqual({ name: "Fern" });
  });
});

describe("offline in a service worker", () => {
  it.each(["GET", "POST", "HEAD", "PUT", "DELETE"])("blocks a %s to another host", async (method) => {
    await start(...createHandlers(createPlantStoreMock({ baseUrl })));
    for (const path of ["/", "/plants", "/data.json", "/script.js", "/image.png"]) {
      const response = await fetch(`https://elsewhere.example.com${path}`, { method });
      expect([response.status, response.statusText]).toEqual([500, "Offline"]);
    }
  });

  it("lets the page load its own files and blocks other requests to its host", async () => {
    await start();
    expect((await fetch("/mockServiceWorker.js")).status).toBe(200);
    expect((await fetch("/mockServiceWorker.js", { method: "POST" })).statusText).toBe("Offline");
  });

  it("says how to make the mock match, in the client's error", async () => {
    await start(...createHandlers(createPlantStoreMock({ baseUrl })));
    const call = createClient("https://staging.example.com").createPlant(newPlant);
    await expect(call).rejects.toThrow(PlantStoreResponseError);
    await expect(call).rejects.toThrow("For the Plant Store mock: createPlantStoreMock({ baseUrl:");
  });
});
