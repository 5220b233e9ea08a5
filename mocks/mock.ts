import type { NewPlant } from "../src/schemas.ts";
import { parseBaseUrl } from "../src/shared/base-url.ts";
import { unknownName } from "../src/shared/nearest.ts";
import { tokenProblem } from "../src/shared/token.ts";
import { LightSignal } from "./abort.ts";
import { checkFaults, checkFaultWhen, delayProblem, type FailWhenOptions, type Fault, FaultQueue } from "./faults.ts";
import { respond } from "./fetch.ts";
import { checkNewPlant, ownProperties } from "./invalid-input.ts";
import { matchesOperation } from "./pipeline.ts";
import { RecordBudget, type RecordedRequest, RequestLog } from "./requests.ts";
import {
  createPlantStore,
  createSeed,
  type DuplicateIds,
  type MockPlants,
  type MockStorage,
  openStorage,
  type PlantCondition,
  type PlantStore,
  type Seed,
  toStoredPlant,
} from "./store.ts";

/** The valid tokens: one, several, or a function that returns whether a token is valid. */
export type AcceptedTokens = string | readonly string[] | ((token: string) => boolean | Promise<boolean>);

/** The options of {@link createPlantStoreMock}. All are optional. */
export interface PlantStoreMockOptions {
  /** The base URL of the service: an absolute http or https URL, or "*" for any. @default "*" */
  baseUrl?: string | URL | undefined;
  /** The valid tokens: one, several, or a function that returns whether a token is valid. @default any token is valid */
  token?: AcceptedTokens | undefined;
  /** The initial plants. `reset` restores them. @default [] */
  plants?: readonly NewPlant[] | undefined;
  /** Whether the mock accepts a second plant with the same id, or responds with 400. @default "accept" */
  duplicateIds?: DuplicateIds | undefined;
  /** How long each response takes, in milliseconds. @default 0 */
  delayMs?: number | undefined;
  /**
   * Where to keep the plants, such as `sessionStorage`, which survives page reloads. The mock reads it once, when it is
   * created. Stored plants replace `plants`. Content that the mock can't read is ignored with a warning.
   */
  storage?: MockStorage | undefined;
  /** The key under which the plants are stored. @default "plant-store-mock" */
  storageKey?: string | undefined;
}

/** A mock of the Plant Store in this process, made by {@link createPlantStoreMock}. Safe to destructure. */
export interface PlantStoreMock {
  /**
   * The mock as a `fetch` function. Other paths and methods than those of the operation get 404 and 405.
   *
   * @throws `TypeError` when a fault or a reset closes the connection; the signal's reason when it aborts.
   */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** The plants of the mock. */
  readonly plants: MockPlants;
  /**
   * The last 1,000 requests to the operation with their responses, oldest first, or fewer when they take more than 64 MiB.
   * Tokens are redacted. The same array until the requests change.
   */
  readonly requests: readonly RecordedRequest[];
  /**
   * Makes the next requests to the operation fail: one fault for each, in order. Faults precede the check of credentials.
   *
   * @throws `TypeError` when a fault is invalid. Then none is queued.
   */
  readonly failNext: (...faults: Fault[]) => void;
  /**
   * Makes requests fail if their NewPlant matches the condition, which has the same form as in `q.where`. Faults of
   * `failNext` go first, then those of `failWhen` in order.
   *
   * @throws `TypeError` when the condition, the fault or `times` is invalid.
   *
   * @example
   * import { createPlantStoreMock } from "plant-store-sdk/mocks";
   *
   * const mock = createPlantStoreMock();
   * mock.failNext({ error: 17, message: "No room" }, "connection");
   * mock.failWhen({ id: 13n }, { error: 13, message: "No luck" }, { times: 1 });
   */
  readonly failWhen: (condition: PlantCondition, fault: Fault, options?: FailWhenOptions) => void;
  /** Removes the faults that are left. */
  readonly clearFaults: () => void;
  /** Removes the recorded requests. */
  readonly clearRequests: () => void;
  /** Calls the listener after plants, requests or faults have changed, except by itself. Returns a function that stops it. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Restores the initial plants and clears requests and faults. Requests that still wait lose their connection. */
  readonly reset: () => void;
  /** Returns whether a request is for the operation. For adapters of your own. */
  readonly matches: (request: Pick<Request, "method" | "url">) => boolean;
  /** Like `fetch`, except that a lost connection is `Response.error()`. For adapters of your own. */
  readonly respond: (request: Request) => Promise<Response>;
}

/**
 * Creates a mock of the Plant Store that keeps its plants in memory.
 *
 * @throws `TypeError` when an option is invalid.
 *
 * @example
 * import { createPlantStoreClient } from "plant-store-sdk";
 * import { createPlantStoreMock } from "plant-store-sdk/mocks";
 *
 * const mock = createPlantStoreMock();
 * const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any-token", fetch: mock.fetch });
 *
 * await client.createPlant({ id: 1042, name: "Monstera deliciosa" });
 * console.log(mock.plants.get(1042)?.name); // Monstera deliciosa
 */
export function createPlantStoreMock(options: PlantStoreMockOptions = {}): PlantStoreMock {
  return toPublicMock(createMockState(options));
}

export function toPublicMock(state: MockState): PlantStoreMock {
  return Object.freeze<PlantStoreMock>({
    async fetch(input, init) {
      const response = await respond(state, input, init);
      if (response.type === "error") {
        throw new TypeError("fetch failed", { cause: new Error("the mock closed the connection: a fault or a reset") });
      }
      return response;
    },
    plants: state.store.plants,
    get requests() {
      return state.requests.list();
    },
    failNext: (...faults) => state.faults.add(checkFaults(faults)),
    failWhen: (condition, fault, options) => state.faults.add([checkFaultWhen(condition, fault, options)]),
    clearFaults: () => state.faults.clear(),
    clearRequests: () => state.requests.clear(),
    reset: () => state.reset(),
    subscribe: state.subscribe,
    matches: (request) => matchesOperation(state, request),
    respond: (request) => respond(state, request),
  });
}

export type MockState = ReturnType<typeof createMockState>;

export function createMockState(options: PlantStoreMockOptions, recordBudget = new RecordBudget(), sharedSeed?: Seed) {
  const {
    baseUrl = "*",
    token,
    plants = [],
    duplicateIds = "accept",
    delayMs = 0,
    storage,
    storageKey = "plant-store-mock",
  } = checkOptions(options);
  const seed = sharedSeed ?? readSeed(plants, duplicateIds);

  const listeners = new Listeners();
  let isResetting = false;
  const onChange = () => {
    if (!isResetting) {
      listeners.notify();
    }
  };
  const stored = storage && openStorage(storage, storageKey);
  const store: PlantStore = createPlantStore({
    duplicateIds,
    seed,
    initial: stored?.read() ?? seed,
    onChange() {
      stored?.write(store.plants.all());
      onChange();
    },
  });
  const tokens = typeof token === "function" ? [] : [token ?? []].flat();
  const requests = new RequestLog(recordBudget, tokens, onChange);
  const faults = new FaultQueue(onChange);
  let resetSignal = new LightSignal();
  return {
    baseUrl: baseUrl === "*" ? baseUrl : String(parseBaseUrl(baseUrl).baseUrl),
    token,
    delayMs,
    seed,
    store,
    requests,
    faults,
    get resetSignal() {
      return resetSignal;
    },
    reset() {
      resetSignal.abort("The mock was reset.");
      resetSignal = new LightSignal();
      isResetting = true;
      faults.clear();
      requests.clear();
      store.reset();
      isResetting = false;
      onChange();
    },
    subscribe: listeners.subscribe,
  };
}

function readSeed(newPlants: readonly NewPlant[], duplicateIds: DuplicateIds): Seed {
  const seed = createSeed(
    newPlants.map((plant, index) => toStoredPlant(checkNewPlant(plant, `Invalid options: plants[${index}]: `))),
  );
  if (duplicateIds === "reject" && seed.byId.size < seed.plants.length) {
    const refused = seed.plants.find((plant) => seed.byId.get(plant.id) !== plant);
    throw new TypeError(`Invalid options: plants: the id ${refused?.id} is in use, and duplicateIds is "reject"`);
  }
  return seed;
}

const optional =
  (isValid: (value: never) => boolean, problem: string) =>
  (value: unknown): string | undefined =>
    value === undefined || isValid(value as never) ? undefined : problem;

export const MOCK_CHECKS: Readonly<Record<keyof PlantStoreMockOptions, (value: unknown) => string | undefined>> = {
  baseUrl: (url) => (url === undefined || url === "*" ? undefined : parseBaseUrl(url).problem),
  token: (token) =>
    token === undefined || typeof token === "function"
      ? undefined
      : [token]
          .flat()
          .flatMap((one) => tokenProblem(one, "token", "a string, an array of strings or a function") ?? [])[0],
  plants: optional(Array.isArray, "plants must be an array of NewPlants"),
  duplicateIds: optional(
    (value) => value === "accept" || value === "reject",
    'duplicateIds must be "accept" or "reject"',
  ),
  delayMs: (ms) => (ms === undefined ? undefined : delayProblem(ms)),
  storage: optional(
    (storage) => typeof Object(storage).getItem === "function" && typeof Object(storage).setItem === "function",
    "storage must have the methods getItem and setItem, such as sessionStorage",
  ),
  storageKey: optional((key) => typeof key === "string", "storageKey must be a string"),
};

const MOCK_OPTIONS = Object.keys(MOCK_CHECKS);

/** Returns the options. Only own properties count, so that a polluted `Object.prototype` can't set one. */
function checkOptions(options: PlantStoreMockOptions): PlantStoreMockOptions {
  if (typeof options !== "object" || options === null) {
    throw new TypeError("Invalid options: they must be an object");
  }
  const own = ownProperties(options);
  const unknown = Object.keys(own).filter((name) => !MOCK_OPTIONS.includes(name));
  const problems = [
    ...unknown.map((name) => unknownName("option", name, MOCK_OPTIONS)),
    ...Object.entries(MOCK_CHECKS).flatMap(([name, check]) => check(own[name as keyof PlantStoreMockOptions]) ?? []),
  ];
  if (problems.length > 0) {
    throw new TypeError(`Invalid options: ${problems.join("; ")}`);
  }
  return own;
}

export class Listeners {
  readonly #calls = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    if (typeof listener !== "function") {
      throw new TypeError("subscribe: the listener must be a function");
    }
    let isRunning = false;
    const call = () => {
      if (isRunning) {
        return;
      }
      isRunning = true;
      try {
        listener();
      } catch (error) {
        // Uncaught, as in a listener of an event: it affects neither the other listeners nor the request.
        queueMicrotask(() => {
          throw error;
        });
      } finally {
        isRunning = false;
      }
    };
    this.#calls.add(call);
    return () => this.#calls.delete(call);
  };

  readonly notify = (): void => {
    for (const call of [...this.#calls]) {
      if (this.#calls.has(call)) {
        call();
      }
    }
  };
}
