import type { MockChange, PlantStoreMock, StoredPlant } from "plant-store-sdk/mocks";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { baseUrl, startMock } from "../support/adapter.ts";
import { FERN_JSON, storedFern } from "../support/fern.ts";
import { getRejection } from "../support/get-rejection.ts";
import { mockApp } from "../support/mock-app.ts";
import { post } from "../support/post.ts";

const moss = { id: 2n, name: "Moss" };

const send = ({ fetch }: PlantStoreMock) => post({ fetch, baseUrl }, FERN_JSON);

function startListening(mock = startMock().mock) {
  const changes: MockChange[] = [];
  mock.subscribe((change) => void changes.push(change));
  return { mock, changes };
}

describe("mock.subscribe", () => {
  it("reports the plants that are added", () => {
    const { mock, changes } = startListening();
    mock.plants.add(storedFern, moss);
    expect(changes).toEqual([{ added: [storedFern, moss] }]);
  });

  it("reports nothing when a plant is invalid", () => {
    const { mock, changes } = startListening();
    expect(() => mock.plants.add(storedFern, { id: 0.5, name: "Half" })).toThrow();
    expect(changes).toEqual([]);
  });

  it("reports nothing when no plant is added", () => {
    const { mock, changes } = startListening();
    mock.plants.add();
    expect(changes).toEqual([]);
  });

  it("reports all plants with an id that is deleted", async () => {
    const { mock, control } = mockApp({ plants: [storedFern, moss, storedFern] });
    const { changes } = startListening(mock);
    await control("DELETE", "/plants?id=1");
    expect(changes).toEqual([{ removed: [storedFern, storedFern] }]);
  });

  it("reports that the plants are cleared", () => {
    const { mock, changes } = startListening();
    mock.plants.clear();
    expect(changes).toEqual([{ replaced: [] }]);
  });

  it("reports a reset once, with the initial plants", () => {
    const { mock, changes } = startListening(startMock({ plants: [storedFern] }).mock);
    mock.reset();
    expect(changes).toEqual([{ replaced: [storedFern] }]);
  });

  it("reports a fault of failNext", () => {
    const { mock, changes } = startListening();
    mock.failNext("html");
    expect(changes).toEqual([{}]);
  });

  it("reports a fault of failWhen", () => {
    const { mock, changes } = startListening();
    mock.failWhen({ id: 1n }, "html");
    expect(changes).toEqual([{}]);
  });

  it("reports that the faults are cleared", () => {
    const { mock, changes } = startListening();
    mock.clearFaults();
    expect(changes).toEqual([{}]);
  });

  it("reports that the requests are cleared", () => {
    const { mock, changes } = startListening();
    mock.clearRequests();
    expect(changes).toEqual([{}]);
  });

  it("reports a request with its plant once", async () => {
    const { mock, changes } = startListening();
    await send(mock);
    expect(changes).toEqual([{ added: [storedFern] }]);
  });

  it("reports each plant of requests at the same time", async () => {
    const { mock, changes } = startListening();
    const create = (id: number) => post({ fetch: mock.fetch, baseUrl }, JSON.stringify({ id, name: "Fern" }));
    await Promise.all([create(1), create(2), create(3)]);
    const ids = changes.flatMap(({ added = [] }) => added).map(({ id }) => id);
    expect(ids).toEqual([1n, 2n, 3n]);
  });

  it("throws a TypeError without a listener", () => {
    const message = "subscribe: the listener must be a function";
    expect(() => startMock().mock.subscribe(undefined as never)).toThrow(new TypeError(message));
  });
});

describe("a copy of the plants", () => {
  /** A copy as the documentation shows it. */
  function startCopying(mock: PlantStoreMock) {
    let rows: readonly StoredPlant[] = mock.plants.all();
    mock.subscribe(({ added = [], removed, replaced }) => {
      if (removed) {
        rows = rows.filter((row) => !removed.includes(row));
      }
      rows = [...(replaced ?? rows), ...added];
    });
    return { read: () => rows };
  }

  it("follows every kind of change", async () => {
    const { mock, control } = mockApp({ plants: [moss] });
    const copy = startCopying(mock);
    mock.plants.clear();
    mock.plants.add(storedFern, moss, storedFern);
    await control("DELETE", "/plants?id=1");
    mock.plants.add(storedFern);
    expect(copy.read()).toEqual([moss, storedFern]);
    mock.reset();
    expect(copy.read()).toEqual([moss]);
  });

  it("follows several changes of another listener", () => {
    const { mock } = startMock();
    mock.subscribe(() => {
      mock.plants.clear();
      mock.plants.add(moss);
    });
    const copy = startCopying(mock);
    mock.plants.add(storedFern);
    expect(copy.read()).toEqual([moss]);
  });
});

describe("mock.reset", () => {
  it("reports later changes although it threw", () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {
      throw new Error("no warnings");
    });
    onTestFinished(() => warn.mockRestore());
    const setItem = vi.fn().mockImplementationOnce(() => {
      throw new Error("full");
    });
    const { mock, changes } = startListening(startMock({ storage: { getItem: () => null, setItem } }).mock);
    expect(() => mock.reset()).toThrow("no warnings");
    mock.plants.add(storedFern);
    expect(changes).toEqual([{ replaced: [] }, { added: [storedFern] }]);
  });
});

describe("a request that waits", () => {
  function startWatching(mock: PlantStoreMock) {
    const seen: [change: MockChange, outcome: string | undefined][] = [];
    mock.subscribe((change) => seen.push([change, mock.requests[0]?.outcome]));
    return seen;
  }

  it("is reported twice", async () => {
    const { mock } = startMock({ token: async () => true });
    const seen = startWatching(mock);
    await send(mock);
    expect(seen).toEqual([
      [{}, "pending"],
      [{ added: [storedFern] }, "created"],
    ]);
  });

  it("is reported with the plant that it has created before", async () => {
    const { mock } = startMock();
    mock.failNext({ fault: "timeout", creates: true });
    const seen = startWatching(mock);
    const lost = getRejection(send(mock));
    await expect.poll(() => seen.length, { interval: 1 }).toBe(1);
    expect(seen).toEqual([[{ added: [storedFern] }, "pending"]]);
    mock.reset();
    await lost;
  });
});

describe("a listener that throws", () => {
  function startThrowing() {
    const later = vi.spyOn(globalThis, "queueMicrotask").mockImplementation(() => {});
    onTestFinished(() => later.mockRestore());
    const { mock } = startMock();
    mock.subscribe(() => {
      throw new Error("a mistake");
    });
    return { mock, later };
  }

  it("causes an uncaught error", () => {
    const { mock, later } = startThrowing();
    mock.plants.add(storedFern);
    expect(later.mock.calls[0]?.[0]).toThrow("a mistake");
  });

  it("doesn't prevent the call of another listener", () => {
    const { mock } = startThrowing();
    const { changes } = startListening(mock);
    mock.plants.add(storedFern);
    expect(changes).toEqual([{ added: [storedFern] }]);
  });
});

describe("a listener", () => {
  it("isn't called for its own changes", () => {
    const { mock } = startMock();
    const listener = vi.fn(() => mock.plants.add(moss));
    mock.subscribe(listener);
    mock.plants.add(storedFern);
    expect(listener).toHaveBeenCalledOnce();
  });

  it("is called for another listener's changes in order", () => {
    const { mock } = startMock();
    mock.subscribe(() => mock.plants.add(moss));
    const { changes } = startListening(mock);
    mock.plants.add(storedFern);
    expect(changes).toEqual([{ added: [storedFern] }, { added: [moss] }]);
  });

  it("may subscribe a listener for later changes", () => {
    const { mock } = startMock();
    const later = vi.fn();
    const unsubscribe = mock.subscribe(() => {
      unsubscribe();
      mock.subscribe(later);
    });
    mock.plants.add(storedFern);
    mock.plants.add(moss);
    expect(later.mock.calls).toEqual([[{ added: [moss] }]]);
  });

  it("may unsubscribe a listener that is called next", () => {
    const { mock } = startMock();
    const next = vi.fn();
    mock.subscribe(() => unsubscribe());
    const unsubscribe = mock.subscribe(next);
    mock.plants.add(storedFern);
    expect(next).not.toHaveBeenCalled();
  });

  it("may unsubscribe itself", () => {
    const { mock } = startMock();
    const listener = vi.fn(() => unsubscribe());
    const unsubscribe = mock.subscribe(listener);
    mock.plants.add(storedFern);
    mock.plants.add(moss);
    expect(listener).toHaveBeenCalledOnce();
  });

  it("may reset the mock when a request waits", async () => {
    const { mock } = startMock({ token: async () => true });
    const unsubscribe = mock.subscribe(() => {
      unsubscribe();
      mock.reset();
    });
    expect(await getRejection(send(mock))).toMatchObject({ message: "fetch failed" });
    expect(mock.plants.size).toBe(0);
  });
});
