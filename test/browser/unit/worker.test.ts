import { setupWorker } from "msw/browser";
import { createPlantStoreClient } from "plant-store-sdk";
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
  it("responds under any base URL by default, even the page's own", async () => {
    const mock = await startMock();
    for (const url of ["http://one.example.com:8080/a/b", location.origin]) {
      expect((await createPlant(url)).data).toEqual({ name: "Fern" });
      expect(mock.requests.at(-1)?.url).toBe(`${url}/plants`);
    }
    expect(mock.plants.get(9007199254740993n)).toEqual(newPlant);
  });

  it("makes the client reject a redirect, whose status and target a browser hides", async () => {
    const mock = await startMock();
    mock.failNext(() => Response.redirect("https://elsewhere.example.com/plants", 307));
    expect(await getRejection(createPlant())).toMatchObject({
      name: "PlantStoreResponseError",
      message: "POST https://plants.example.com/plants returned 0 with a redirect, which is not followed",
      status: 0,
      body: "",
      mayHaveBeenCreated: true,
      response: { type: "opaqueredirect" },
    });
    expect(mock.requests).toHaveLength(1);
  });

  it("makes the client report a lost connection in the browser's words, which don't tell what was sent", async () => {
    const mock = await startMock();
    mock.failNext("connection");
    expect(await getRejection(createPlant())).toMatchObject({
      name: "PlantStoreConnectionError",
      message: "POST https://plants.example.com/plants failed: Failed to fetch",
      cause: expect.any(TypeError),
      mayHaveBeenCreated: true,
      attempts: 1,
    });
  });
});

it("offline blocks requests to other hosts, and lets the page load its own files", async () => {
  await startMock();
  const elsewhere = "https://elsewhere.example.com";
  for (const url of [`${elsewhere}/`, `${elsewhere}/data.json`, `${elsewhere}/script.js`, `${elsewhere}/image.png`]) {
    for (const init of [{}, { method: "POST" }, { mode: "no-cors" as const }]) {
      expect(await fetch(url, init)).toMatchObject({ status: 500, statusText: "Offline" });
    }
  }
  expect(await fetch("/mockServiceWorker.js")).toMatchObject({ status: 200 });
  expect(await fetch("/mockServiceWorker.js", { method: "POST" })).toMatchObject({ statusText: "Offline" });
});
