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
  it.each(["http://one.example.com:8080/a/b", location.origin])("responds under the base URL %s", async (baseUrl) => {
    const mock = await startMock();
    expect((await createPlant(baseUrl)).data).toEqual({ name: "Fern" });
    expect(mock.requests).toMatchObject([{ url: `${baseUrl}/plants` }]);
  });

  // A browser hides the status and the target of a redirect.
  it("makes the client reject a redirect", async () => {
    const mock = await startMock();
    mock.failNext(() => Response.redirect("https://elsewhere.example.com/plants", 307));
    expect(await getRejection(createPlant())).toMatchObject({
      name: "PlantStoreResponseError",
      message:
        "POST https://plants.example.com/plants returned 0 with a redirect, which is not followed (it may have been created)",
      status: 0,
      body: "",
      mayHaveBeenCreated: true,
      response: { type: "opaqueredirect" },
    });
    expect(mock.requests).toHaveLength(1);
  });
});

describe("offline in a service worker", () => {
  const OWN_FILE = "/mockServiceWorker.js";

  it.each<[url: string, RequestInit]>([
    ["https://elsewhere.example.com/", {}],
    ["https://elsewhere.example.com/image.png", { mode: "no-cors" }],
    [OWN_FILE, { method: "POST" }],
  ])("blocks %s %o", async (url, init) => {
    await startMock();
    expect(await fetch(url, init)).toMatchObject({ status: 500, statusText: "Offline" });
  });

  it("lets the page load its own files", async () => {
    await startMock();
    expect(await fetch(OWN_FILE)).toMatchObject({ status: 200 });
  });
});
