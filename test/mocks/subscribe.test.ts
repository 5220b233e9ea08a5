import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { post } from "../support/post.ts";

const baseUrl = "https://plants.example.com";
const FERN = '{"id":1,"name":"Fern"}';

it.each<[string, (mock: ReturnType<typeof createPlantStoreMock>) => unknown]>([
  ["plants.add", ({ plants }) => plants.add({ id: 1, name: "Fern" })],
  ["plants.clear", ({ plants }) => plants.clear()],
  ["failNext", ({ failNext }) => failNext("html")],
  ["failWhen", ({ failWhen }) => failWhen({ id: 1n }, "html")],
  ["clearFaults", ({ clearFaults }) => clearFaults()],
  ["clearRequests", ({ clearRequests }) => clearRequests()],
  ["reset", ({ reset }) => reset()],
])("calls the listener after %s", (_, change) => {
  const mock = createPlantStoreMock();
  const listener = vi.fn();
  mock.subscribe(listener);
  change(mock);
  expect(listener).toHaveBeenCalled();
});

it("calls the listener when a request arrives and when it ends", async () => {
  const mock = createPlantStoreMock();
  const seen = new Set<string>();
  mock.subscribe(() => seen.add(`${mock.plants.size} ${mock.requests.map(({ outcome }) => outcome)}`));
  await post({ fetch: mock.fetch, baseUrl }, FERN);
  expect([...seen]).toEqual(["0 pending", "1 pending", "1 created"]);
});

it("stops calling a listener that unsubscribed", () => {
  const mock = createPlantStoreMock();
  const [first, second] = [vi.fn(), vi.fn()];
  const unsubscribe = mock.subscribe(first);
  mock.subscribe(second);
  unsubscribe();
  unsubscribe();
  mock.plants.add({ id: 1, name: "Fern" });
  expect(first).not.toHaveBeenCalled();
  expect(second).toHaveBeenCalledOnce();
});

describe("a listener that throws", () => {
  function catchUncaught(): unknown[] {
    const errors: unknown[] = [];
    const spy = vi.spyOn(globalThis, "queueMicrotask").mockImplementation((callback) => {
      Promise.resolve()
        .then(callback)
        .catch((error) => errors.push(error));
    });
    onTestFinished(() => spy.mockRestore());
    return errors;
  }

  it("reports an uncaught error, and affects neither the request nor the other listeners", async () => {
    const errors = catchUncaught();
    const mock = createPlantStoreMock();
    const mistake = new Error("a mistake");
    mock.subscribe(() => {
      throw mistake;
    });
    const other = vi.fn();
    mock.subscribe(other);
    mock.plants.add({ id: 2, name: "Moss" });
    expect(other).toHaveBeenCalledOnce();
    await vi.waitFor(() => expect(errors).toEqual([mistake]));
    expect((await post({ fetch: mock.fetch, baseUrl }, FERN)).status).toBe(200);
  });
});

it("calls the listener once for a reset, after all of it", () => {
  const mock = createPlantStoreMock({ plants: [{ id: 1, name: "Fern" }] });
  mock.plants.clear();
  mock.failNext("html");
  const seen: number[] = [];
  mock.subscribe(() => seen.push(mock.plants.size));
  mock.reset();
  expect(seen).toEqual([1]);
});

it("doesn't call a listener for its own changes, but calls the others", () => {
  const mock = createPlantStoreMock();
  const other = vi.fn();
  mock.subscribe(other);
  const listener = vi.fn(() => mock.plants.add({ id: mock.plants.size, name: "Moss" }));
  mock.subscribe(listener);
  mock.plants.add({ id: 0, name: "Fern" });
  expect(listener).toHaveBeenCalledOnce();
  expect(other).toHaveBeenCalledTimes(2);
  expect(mock.plants.size).toBe(2);
});

it("supports listeners that subscribe and unsubscribe listeners", () => {
  const mock = createPlantStoreMock();
  const [added, removed] = [vi.fn(), vi.fn()];
  mock.subscribe(() => {
    unsubscribe();
    mock.subscribe(added);
  });
  const unsubscribe = mock.subscribe(removed);
  mock.plants.clear();
  expect(added).not.toHaveBeenCalled();
  mock.plants.clear();
  expect(added).toHaveBeenCalledOnce();
  expect(removed).not.toHaveBeenCalled();
});

type Mock = ReturnType<typeof createPlantStoreMock>;
const CHANGES: Record<string, (mock: Mock) => void> = {
  reset: ({ reset }) => reset(),
  failNext: ({ failNext }) => failNext({ error: 1, message: "Next" }),
  "plants.add": ({ plants }) => plants.add({ id: 7, name: "Moss" }),
};
const CALLBACKS: Record<string, (mock: Mock, change: () => void) => void> = {
  "a listener": ({ subscribe }, change) => {
    const unsubscribe = subscribe(() => {
      unsubscribe();
      change();
    });
  },
  "a fault function": ({ failNext }, change) =>
    failNext(() => {
      change();
      return new Response("fault");
    }),
  "a condition": ({ failWhen }, change) =>
    failWhen(
      () => {
        change();
        return true;
      },
      { error: 2, message: "Matched" },
    ),
};

describe.each(Object.entries(CALLBACKS))("in %s", (callback, use) => {
  it.each(Object.entries(CHANGES))("%s takes effect, and the mock goes on", async (change, run) => {
    const mock = createPlantStoreMock();
    use(mock, () => run(mock));
    const first = post({ fetch: mock.fetch, baseUrl }, FERN);
    if (change === "reset") {
      await expect(first).rejects.toThrow("fetch failed");
      expect([mock.plants.size, mock.requests.length]).toEqual([0, 0]);
    } else {
      await first;
      expect(mock.requests.map(({ outcome }) => outcome)).not.toContain("aborted");
    }
    if (change === "plants.add") {
      expect(mock.plants.get(7)?.name).toBe("Moss");
    }
    mock.clearFaults();
    expect((await post({ fetch: mock.fetch, baseUrl }, FERN)).status, callback).toBe(200);
  });
});

it("throws without a listener", () => {
  expect(() => createPlantStoreMock().subscribe(undefined as never)).toThrow(
    new TypeError("subscribe: the listener must be a function"),
  );
});
