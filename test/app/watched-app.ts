import type { MockAppOptions } from "plant-store-sdk/mocks/app";
import { onTestFinished, vi } from "vitest";
import { mockApp } from "../support/mock-app.ts";

/** An app with fake timers, whose event streams a test can open. */
export function watchedApp(options: MockAppOptions = {}) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const app = mockApp(options);

  async function open(query = "") {
    const { body } = await app.send(`/__mock/events${query}`);
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    /** The next event, as it is sent. */
    const read = async () => new TextDecoder().decode((await reader.read()).value);
    /** The next snapshot, a second later, since at most four a second arrive. */
    const next = async () => {
      await vi.advanceTimersByTimeAsync(1_000);
      return JSON.parse((await read()).replace(/^data: (.*)\n\n$/, "$1"));
    };
    return { read, next, cancel: () => reader.cancel() };
  }

  return { ...app, open, snapshot: async (query?: string) => (await open(query)).next() };
}
