import { createPlantStoreMock, type MockChange, type PlantStoreMock, type StoredPlant } from "plant-store-sdk/mocks";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { mockApp } from "../support/mock-app.ts";
import { post } from "../support/post.ts";

const fern = { id: 1n, name: "Fern" };
const moss = { id: 2n, name: "Moss" };

const send = ({ fetch }: PlantStoreMock) =>
  post({ fetch, baseUrl: "https://plants.example.com" }, '{"id":1,"name":"Fern"}');

function start(mock = createPlantStoreMock()) {
  const changes: MockChange[] = [];
  mock.subscribe((change) => void changes.push(change));
  return { mock, changes };
}

/** Calls `act` once, when a change is published. */
function subscribeOnce({ subscribe }: PlantStoreMock, act: () => void): void {
  const unsubscribe = subscribe(() => {
    unsubscribe();
    act();
  });
}

describe("mock.subscribe", () => {
  it.each<[string, (mock: PlantStoreMock) => unknown, MockChange]>([
    ["plants.add", ({ plants }) => plants.add(fern, moss), { added: [fern, moss] }],
    ["plants.clear", ({ plants }) => plants.clear(), { replaced: true }],
    ["failNext", ({ failNext }) => failNext("html"), {}],
    ["failWhen", ({ failWhen }) => failWhen({ id: 1n }, "html"), {}],
    ["clearFaults", ({ clearFaults }) => clearFaults(), {}],
    ["clearRequests", ({ clearRequests }) => clearRequests(), {}],
    ["reset", ({ reset }) => reset(), { replaced: true }],
    ["a request that creates a plant", send, { added: [fern] }],
  ])("calls the listener once for %s", async (_, act, change) => {
    const { mock, changes } = start();
    await act(mock);
    expect(changes).toEqual([change]);
  });

  it("reports the plants that were added before an invalid one", () => {
    const { mock, changes } = start();
    expect(() => mock.plants.add(fern, { id: 0.5, name: "Moss" })).toThrow();
    expect(() => mock.plants.add({ id: 0.5, name: "Moss" })).toThrow();
    expect(changes).toEqual([{ added: [fern] }]);
  });

  it("reports a request when it has to wait, and when it ends", async () => {
    const mock = createPlantStoreMock({ delayMs: 1 });
    mock.failNext({ delayMs: 1, creates: true });
    const seen: unknown[] = [];
    mock.subscribe((change) => seen.push([change, mock.plants.size, ...mock.requests.map(({ outcome }) => outcome)]));
    await send(mock);
    await send(mock);
    expect(seen).toEqual([
      [{ added: [fern] }, 1, "pending"],
      [{}, 1, "created"],
      [{}, 1, "created", "pending"],
      [{ added: [fern] }, 2, "created", "created"],
    ]);
  });

  it("reports the changes that a copy of the plants needs, even with duplicate ids", async () => {
    const { mock, control } = mockApp({ plants: [fern] });
    const { all, add, clear } = mock.plants;
    let copy: readonly StoredPlant[] = all();
    mock.subscribe(({ added = [], removed = [], replaced }) => {
      copy = replaced ? all() : [...copy.filter((plant) => !removed.includes(plant)), ...added];
    });
    const remove = () => control("DELETE", "/plants?id=1");
    for (const step of [() => add(fern, moss, fern), remove, remove, clear, () => add(moss), mock.reset]) {
      await step();
      expect(copy).toEqual(all());
    }
    expect(copy).toEqual([fern]);
  });

  it("reports an error of a listener as uncaught, and affects neither the change nor other listeners", () => {
    const later = vi.spyOn(globalThis, "queueMicrotask").mockImplementation(() => {});
    onTestFinished(() => later.mockRestore());
    const mock = createPlantStoreMock();
    mock.subscribe(() => {
      throw new Error("a mistake");
    });
    const { changes } = start(mock);
    mock.plants.add(fern);
    expect(changes).toEqual([{ added: [fern] }]);
    expect(later.mock.calls[0]?.[0]).toThrow("a mistake");
  });

  it("reports a listener's changes to the other listeners only, in order", () => {
    const mock = createPlantStoreMock();
    const listener = vi.fn(() => mock.plants.add(moss));
    mock.subscribe(listener);
    const { changes } = start(mock);
    mock.plants.add(fern);
    expect(listener).toHaveBeenCalledOnce();
    expect(changes).toEqual([{ added: [fern] }, { added: [moss] }]);
  });

  it("allows a listener to subscribe and unsubscribe listeners, including itself", () => {
    const mock = createPlantStoreMock();
    const [added, removed] = [vi.fn(), vi.fn()];
    subscribeOnce(mock, () => {
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

  it("throws without a listener", () => {
    const message = "subscribe: the listener must be a function";
    expect(() => createPlantStoreMock().subscribe(undefined as never)).toThrow(new TypeError(message));
  });
});

describe.each<[string, (mock: PlantStoreMock, act: () => void) => void]>([
  ["a listener", subscribeOnce],
  ["a fault function", ({ failNext }, act) => failNext(() => new Response(String(act())))],
  ["a condition", ({ failWhen }, act) => failWhen(() => [act()], { error: 2, message: "Matched" })],
])("%s", (_, prepare) => {
  it("may reset the mock, which ends the request", async () => {
    const mock = createPlantStoreMock({ token: async () => true });
    prepare(mock, mock.reset);
    await expect(send(mock)).rejects.toThrow("fetch failed");
    expect([mock.plants.size, mock.requests.length]).toEqual([0, 0]);
    expect((await send(mock)).status).toBe(200);
  });

  it("may add plants and faults", async () => {
    const mock = createPlantStoreMock({ token: async () => true });
    prepare(mock, () => {
      mock.plants.add(moss);
      mock.failNext("html");
    });
    await send(mock);
    expect(mock.plants.get(2)).toEqual(moss);
    expect(mock.requests.map(({ outcome }) => outcome)).not.toContain("aborted");
    expect((await send(mock)).status).toBe(502);
  });
});
