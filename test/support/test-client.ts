import {
  type CreatePlantOptions,
  type CreatePlantResult,
  createPlantStoreClient,
  type Hooks,
  type PlantStoreClient,
  type PlantStoreClientOptions,
} from "plant-store-sdk";
import { vi } from "vitest";
import { fern } from "./fern.ts";

export const baseUrl = "https://plants.example.com";
export const url = `${baseUrl}/plants`;
export const TOKEN = "a-token-that-nobody-may-see";
/** How the message of an error ends when the plant may exist. */
export const IN_DOUBT = " (it may have been created)";
export const never = new Promise<never>(() => {});

/** `fetch` may return anything, as users' functions do. */
export type TestOptions = Partial<Omit<PlantStoreClientOptions, "fetch">> & {
  fetch?: ((url: string, init: RequestInit) => unknown) | undefined;
};

export const createTestClient = (options: TestOptions = {}): PlantStoreClient =>
  createPlantStoreClient({ baseUrl, token: TOKEN, ...options } as PlantStoreClientOptions);

export const createPlant = (options?: TestOptions, call?: CreatePlantOptions): Promise<CreatePlantResult> =>
  createTestClient(options).createPlant(fern, call);

/** One retry at once, whatever failed. */
export const withRetry = { retries: 1, shouldRetry: () => true, retryDelayMs: () => 0 };

/** Hooks that add a line to `log` for each call. */
export const logTo = (log: string[], name = ""): Required<Hooks> => ({
  onRequest: () => void log.push(`${name}onRequest`),
  onEnd: ({ response, error }) => void log.push(`${name}onEnd ${response?.status ?? error?.name}`),
});

/** Runs fake timers until `outcome` settles, and no longer: sockets of earlier tests have timers too. */
export async function runTimers<T>(outcome: Promise<T>): Promise<T> {
  let isSettled = false;
  const settled = outcome.finally(() => {
    isSettled = true;
  });
  // Whoever awaits the returned promise handles its rejection, but only after the loop.
  settled.catch(() => {});
  while (!isSettled) {
    await vi.advanceTimersToNextTimerAsync();
  }
  return settled;
}
