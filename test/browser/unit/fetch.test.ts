import { setupWorker } from "msw/browser";
import { createPlantStoreClient, PlantStoreConnectionError, PlantStoreResponseError } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { createHandlers, offline } from "plant-store-sdk/mocks/msw";
import { describe, expect, it, onTestFinished } from "vitest";
import { getRejection } from "../../support/get-rejection.ts";

const baseUrl = "https://plants.example.com";
const fern = { id: 1, name: "Fern" };

async function mockInWorker() {
  const mock = createPlantStoreMock();
  const worker = setupWorker(...createHandlers(mock));
  await worker.start({ ...offline, quiet: true });
  onTestFinished(() => worker.stop());
  return mock;
}

describe("the client", () => {
  const { createPlant } = createPlantStoreClient({ baseUrl, token: "secret-token" });

  it("rejects a redirect, whose status and target a browser hides", async () => {
    const mock = await mockInWorker();
    mock.failNext(() => Response.redirect("https://elsewhere.example.com/plants", 307));
    const error = await getRejection(createPlant(fern));
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

  it("reports a dropped connection in the browser's words, which give no reason", async () => {
    const mock = await mockInWorker();
    mock.failNext("connection");
    const error = await getRejection(createPlant(fern));
    expect(error).toBeInstanceOf(PlantStoreConnectionError);
    expect(error).toMatchObject({
      message: "POST https://plants.example.com/plants failed: Failed to fetch",
      cause: expect.any(TypeError),
      mayHaveBeenCreated: true,
      attempts: 1,
    });
  });

  it("reports a port that the browser blocks in the same words, so it can't tell that nothing was sent", async () => {
    // Browsers block port 1, tcpmux.
    const client = createPlantStoreClient({ baseUrl: "http://127.0.0.1:1", token: "secret-token" });
    expect(await getRejection(client.createPlant(fern))).toMatchObject({
      name: "PlantStoreConnectionError",
      message: "POST http://127.0.0.1:1/plants failed: Failed to fetch",
      mayHaveBeenCreated: true,
    });
  });

  it("sends the headers of the contract and the browser's accept", async () => {
    const mock = await mockInWorker();
    await createPlant(fern);
    expect(mock.requests[0]?.headers).toEqual({
      accept: "*/*",
      authorization: "Bearer [redacted]",
      "content-type": "application/json",
    });
  });
});
