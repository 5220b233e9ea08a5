import { createMockApp } from "plant-store-sdk/mocks/app";
import { describe, expect, it } from "vitest";
import { type Adapter, baseUrl, fetchAdapter } from "../../support/adapter.ts";
import { adapters } from "../../support/adapters.ts";
import { deferred } from "../../support/deferred.ts";
import { FERN_JSON } from "../../support/fern.ts";

// Who leaves while a fault function's response is under way: turn by turn, with the response unread, half read and read.

const appAdapter: Adapter = {
  ...fetchAdapter,
  name: "createMockApp",
  async start(options) {
    const { fetch, mock } = createMockApp({ baseUrl, ...options });
    return { fetch: (url, init) => fetch(new Request(url, init)), baseUrl, mock };
  },
};

/** What a caller does with a response. */
const uses: Record<string, (response: Response) => unknown> = {
  unread: () => {},
  "half read": ({ body }) => body?.getReader().read(),
  "being read": (response) => response.arrayBuffer(),
};

const turn = () => new Promise((resolve) => setTimeout(resolve));

const chunk = new Uint8Array(2 ** 16);

const sources: Record<string, UnderlyingDefaultSource<Uint8Array>> = {
  silent: {},
  "with a first chunk": { start: (controller) => controller.enqueue(chunk) },
  // With a turn before each chunk, since microtasks alone would keep timers and events waiting.
  endless: { pull: (controller) => turn().then(() => controller.enqueue(chunk)) },
};

const cases = Object.entries(uses).flatMap(([use, read]) =>
  Object.entries(sources).map(([kind, source]) => ({ use, read, kind, source })),
);

/** Makes a body that tells when it is canceled. */
function watchBody(source: UnderlyingDefaultSource<Uint8Array>) {
  const canceled = deferred();
  return { canceled, body: new ReadableStream({ ...source, cancel: canceled.resolve }) };
}

describe.each([...adapters, appAdapter].filter(({ seesAborts }) => seesAborts))(
  "the body of a fault function through $name",
  ({ start }) => {
    it.each(cases)("is canceled when the caller leaves: $kind, $use", async ({ read, source }) => {
      for (let turns = 0; turns < 6; turns++) {
        const service = await start();
        const { body, canceled } = watchBody(source);
        const called = deferred();
        service.mock.failNext(() => {
          called.resolve();
          return new Response(body);
        });
        const controller = new AbortController();
        const init = { method: "POST", body: FERN_JSON, signal: controller.signal };
        const response = service.fetch(`${service.baseUrl}/plants`, init);
        const used = response.then(read).catch(() => "left");
        await called.promise;
        for (let passed = 0; passed < turns; passed++) {
          await turn();
        }
        controller.abort();
        await canceled.promise;
        await used;
        await response.catch(() => "left");
      }
    });
  },
);

describe("the body of a fault function through mock.fetch", () => {
  it("may fail to be canceled when the caller leaves", async () => {
    const { fetch, mock } = await fetchAdapter.start();
    const canceled = deferred();
    const cancel = () => {
      canceled.resolve();
      throw new Error("a bug");
    };
    mock.failNext(() => new Response(new ReadableStream({ cancel })));
    const controller = new AbortController();
    const response = await fetch(`${baseUrl}/plants`, { method: "POST", body: FERN_JSON, signal: controller.signal });
    const left = response.text();
    controller.abort(new Error("left"));
    await expect(left).rejects.toThrow();
    await canceled.promise;
    await turn(); // an unhandled rejection would fail the run by now
  });

  it.each(cases)("is canceled after each microtask: $kind, $use", async ({ read, source }) => {
    for (let microtasks = 0; microtasks < 40; microtasks++) {
      const { fetch, mock } = await fetchAdapter.start();
      const { body, canceled } = watchBody(source);
      let isCalled = false;
      mock.failNext(() => {
        isCalled = true;
        return new Response(body);
      });
      const controller = new AbortController();
      const response = fetch(`${baseUrl}/plants`, { method: "POST", body: FERN_JSON, signal: controller.signal });
      const used = response.then(read).catch(() => "left");
      for (let passed = 0; passed < microtasks; passed++) {
        await null;
      }
      controller.abort();
      await used;
      expect(isCalled).toBe(true);
      await canceled.promise;
    }
  });
});
