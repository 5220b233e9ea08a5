/** Compiled only: Node has no service worker. */
import type { SetupWorker } from "msw/browser";
import { offline } from "plant-store-sdk/mocks/msw";

export const startWorker = (worker: SetupWorker) => worker.start(offline);
