import type { Changes, MockChange } from "./changes.ts";
import type { FailWhenOptions, Fault } from "./faults/kinds.ts";
import type { FaultQueue } from "./faults/queue.ts";
import type { AcceptedTokens } from "./options.ts";
import type { PlantCondition } from "./plants/query.ts";
import type { MockPlants, PlantStore } from "./plants/store.ts";
import type { StoredPlant } from "./plants/stored-plant.ts";
import type { RequestLog } from "./requests/log.ts";
import type { RecordedRequest } from "./requests/record.ts";
import type { MockRequest } from "./requests/request.ts";

/** A mock of the Plant Store in this process, made by {@link createPlantStoreMock}. Safe to destructure. */
export interface PlantStoreMock {
  /**
   * The mock as a `fetch` function. Other paths than the operation's get 404, and other methods 405.
   *
   * @throws `TypeError` when a fault or a reset closes the connection; the signal's reason when it aborts.
   */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** The plants of the mock. */
  readonly plants: MockPlants;
  /**
   * The last 1,000 requests to the operation with their responses, oldest first. Tokens are redacted. The same array until the
   * requests change.
   */
  readonly requests: readonly RecordedRequest[];
  /**
   * Makes the next requests to the operation fail: one fault for each, in order. Faults apply before credentials are checked.
   *
   * @throws `TypeError` when a fault is invalid, or more than 1,000 would wait. Then none is queued.
   */
  readonly failNext: (...faults: Fault[]) => void;
  /**
   * Makes requests fail if their NewPlant matches the condition, which has the same form as in `q.where`. Faults of
   * `failNext` go first, then those of `failWhen` in order.
   *
   * @throws `TypeError` when the condition, the fault or `times` is invalid, or more than 1,000 faults would wait.
   *
   * @example
   * import { createPlantStoreMock } from "plant-store-sdk/mocks";
   *
   * const mock = createPlantStoreMock();
   * mock.failNext({ error: 17, message: "No room" }, "connection");
   * mock.failWhen({ id: 13n }, { error: 13, message: "No luck" }, { times: 1 });
   * mock.failWhen({ tag: "rare" }, { fault: "connection", creates: true }); // the plant is created, the response is lost
   */
  readonly failWhen: (condition: PlantCondition, fault: Fault, options?: FailWhenOptions) => void;
  /** Removes all queued faults. */
  readonly clearFaults: () => void;
  /** Removes the recorded requests. */
  readonly clearRequests: () => void;
  /**
   * Calls the listener once after each change of plants, requests or faults, except its own. Returns a function that unsubscribes.
   * To keep a copy of the plants, apply each {@link MockChange}.
   *
   * @throws `TypeError` when the listener isn't a function.
   *
   * @example
   * import { createPlantStoreMock, type StoredPlant } from "plant-store-sdk/mocks";
   *
   * const mock = createPlantStoreMock();
   * let rows: StoredPlant[] = [];
   * mock.subscribe(({ added = [], removed, replaced }) => {
   *   if (removed) {
   *     rows = rows.filter((row) => !removed.includes(row));
   *   }
   *   rows = replaced ? [...mock.plants.all()] : [...rows, ...added];
   * });
   * mock.plants.add({ id: 1, name: "Fern" });
   * console.log(rows.length); // 1
   */
  readonly subscribe: (listener: (change: MockChange) => void) => () => void;
  /** Restores the initial plants and clears requests and faults. Pending requests lose their connection. */
  readonly reset: () => void;
}

/** What a mock holds, with the methods that are public. */
export interface MockState extends PlantStoreMock {
  /** The base URL without a trailing slash, or "*". */
  readonly baseUrl: string;
  readonly token: AcceptedTokens | undefined;
  readonly delayMs: number;
  readonly seed: readonly StoredPlant[];
  readonly changes: Changes;
  readonly store: PlantStore;
  readonly log: RequestLog;
  readonly faults: FaultQueue;
  /** Whether `close` was called: requests that would wait forever then end at once. */
  readonly isClosing: boolean;
  /** Ends the requests that would wait forever, now and later. */
  readonly close: () => void;
  /** Responds to a request. The MSW handlers, which may be in another bundle, call it. */
  readonly handle: (request: MockRequest) => Promise<Response>;
  /** Whether a request is for the operation. */
  readonly matches: (request: Pick<MockRequest, "method" | "url">) => boolean;
}
