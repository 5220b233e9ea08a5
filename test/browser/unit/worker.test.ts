import { HttpResponse, http } from "msw";
import { setupWorker } from "msw/browser";
import { createPlantStoreClient, PlantStoreResponseError } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { createHandlers, offline } from "plant-store-sdk/mocks/msw";
import { describe, expect, it, onTestFinished } from "vitest";

const baseUrl = "https://plants.example.com/v1";
const newPlant = { id: 9007199254740993n, name: "Fern" };
const clientOf = (url: string) => createPlantStoreClient({ baseUrl: url, token: "secret" });

/** Intercepts until the test is over. */
async function start(...handlers: Parameters<typeof setupWorker>) {
  const worker = setupWorker(...handlers);
  await worker.start({ ...offline, quiet: true });
  onTestFinished(() => worker.stop());
  return worker;
}

describe("createHandlers, in a service worker", () => {
  it("serve a client that was made before the worker was started, with an exact id", async () => {
    const { createPlant } = clientOf(baseUrl);
    const mock = createPlantStoreMock({ baseUrl });
    await start(...createHandlers(mock));
    expect((await createPlant(newPlant)).data).toEqual({ name: "Fern" });
    expect(mock.plants.all()).toEqual([newPlant]);
  });

  it("serve any place where no baseUrl is given, the page's own too (I2)", async () => {
    const mock = createPlantStoreMock();
    await start(...createHandlers(mock));
    const places = ["https://one.example.com", "http://two.example.com:8080/a/b", location.origin];
    for (const url of places) {
      expect((await clientOf(url).createPlant(newPlant)).data).toEqual({ name: "Fern" });
    }
    expect(mock.requests.map(({ url }) => url)).toEqual(places.map((url) => `${url}/plants`));
  });

  it("give way to a handler of the test's own", async () => {
    const worker = await start(...createHandlers(createPlantStoreMock({ baseUrl })));
    worker.use(http.post(`${baseUrl}/plants`, () => HttpResponse.json({ error: 9, message: "mine" }, { status: 400 })));
    expect((await clientOf(baseUrl).createPlant(newPlant)).error).toEqual({ error: 9, message: "mine" });
    worker.resetHandlers();
    expect((await clientOf(baseUrl).createPlant(newPlant)).data).toEqual({ name: "Fern" });
  });
});

describe("offline, in a service worker", () => {
  it.each(["GET", "POST", "HEAD", "PUT", "DELETE"])("lets no %s leave for another host", async (method) => {
    await start(...createHandlers(createPlantStoreMock({ baseUrl })));
    for (const path of ["/", "/plants", "/data.json", "/script.js", "/image.png"]) {
      const response = await fetch(`https://elsewhere.example.com${path}`, { method });
      expect([response.status, response.statusText]).toEqual([500, "Request Handler Error"]);
    }
  });

  it("lets the page load its own files, and send nothing else to its own host", async () => {
    await start();
    expect((await fetch("/mockServiceWorker.js")).status).toBe(200);
    expect((await fetch("/mockServiceWorker.js", { method: "POST" })).statusText).toBe("Request Handler Error");
  });

  it("tells the client's user how to make the mock match", async () => {
    await start(...createHandlers(createPlantStoreMock({ baseUrl })));
    const given = clientOf("https://staging.example.com").createPlant(newPlant);
    await expect(given).rejects.toThrow(PlantStoreResponseError);
    await expect(given).rejects.toThrow("For the Plant Store mock: createPlantStoreMock({ baseUrl:");
  });
});
