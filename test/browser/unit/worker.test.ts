import { setupWorker } from "msw/browser";
import { createPlantStoreClient, PlantStoreConnectionError, PlantStoreResponseError } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { createHandlers, offline } from "plant-store-sdk/mocks/msw";
import { describe, expect, it, onTestFinished } from "vitest";
import { getRejection } from "../../support/get-rejection.ts";

const newPlant = { id: 9007199254740993n, name: "Fern" };
const createPlant = (baseUrl = "https://plants.example.com") =>
  createPlantStoreClient({ baseUrl, token: "secret-token" }).createPlant(newPlant);

async function startMock() {
  const mock = createPlantStoreMock();
  const worker = setupWorker(...createHandlers(mock));
  await worker.start({ ...offline, quiet: true });
  onTestFinished(() => worker.stop());
  return mock;
}

describe("createHandlers in a service worker", () => {
  it("responds under any base URL by default, including the page's own", async () => {
    const mock = await startMock();
    const baseUrls = ["https://one.example.com", "http://two.example.com:8080/a/b", location.origin];
    for (const url of baseUrls) {
      expect((await createPlant(url)).data).toEqual({ name: "Fern" });
    }
    expect(mock.requests.map(({ url }) => url)).toEqual(baseUrls.map((url) => `${url}/plants`));
    expect(mock.plants.get(9007199254740993n)).toEqual(newPlant);
  });
});

describe("offline in a service worker", () => {
  it.each(["GET", "POST", "HEAD", "PUT", "DELETE"])("blocks a %s to another host", async (method) => {
    await startMock();
    for (const path of ["/", "/data.json", "/script.js", "/image.png"]) {
      const response = await fetch(`https://elsewhere.example.com${path}`, { method });
      expect([response.status, response.statusText]).toEqual([500, "Offline"]);
    }
  });

  it("lets the page load its own files and blocks other requests to its host", async () => {
    await startMock();
    expect((await fetch("/mockServiceWorker.js")).status).toBe(200);
    expect((await fetch("/mockServiceWorker.js", { method: "POST" })).statusText).toBe("Offline");
  });
});

describe("the client", () => {
  it("rejects a redirect, whose status and target a browser hides", async () => {
    const mock = await startMock();
    mock.failNext(() => Response.redirect("https://elsewhere.example.com/plants", 307));
    const error = await getRejection(createPlant());
    expect(error).toBeInstanceOf(PlantStoreResponseError);
    expect(error).toMatchObject({
      message: "POST https://plants.example.com/plants returned 0 with a redirect, which is not followed",
      status: 0,
      body: "",
      mayHaveBeenCreated: true,
      response: { type: "opaqueredirect" },
    });
    expect(mock.requests).toHaveLength(1);
  });

  it("reports a lost connection in the browser's words, which don't tell whether anything was sent", async () => {
    const mock = await startMock();
    mock.failNext("connection");
    const lost = await getRejection(createPlant());
    expect(lost).toBeInstanceOf(PlantStoreConnectionError);
    expect(lost).toMatchObject({
      message: "POST https://plants.example.com/plants failed: Failed to fetch",
      cause: expect.any(TypeError),
      mayHaveBeenCreated: true,
      attempts: 1,
    });
  });
});
