import { setupWorker } from "msw/browser";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { createHandlers, offline } from "plant-store-sdk/mocks/msw";
import { onTestFinished } from "vitest";
import { type Adapter, baseUrl, fetchAdapter } from "./adapter.ts";

const workerAdapter: Adapter = {
  name: "createHandlers, in a service worker",
  getsAllRequests: false,
  seesAborts: false,
  seesLatin1: false,
  async start(options) {
    const mock = createPlantStoreMock({ baseUrl, ...options });
    const worker = setupWorker(...createHandlers(mock));
    await worker.start({ ...offline, quiet: true });
    onTestFinished(() => worker.stop());
    return { fetch: (url, init) => globalThis.fetch(url, init), baseUrl, mock };
  },
};

/** The browser project of vitest.config.ts replaces adapters.ts with this file. */
export const adapters: readonly Adapter[] = [fetchAdapter, workerAdapter];
