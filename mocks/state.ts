import { parseBaseUrl } from "../src/rules/base-url.ts";
import { toJson } from "../src/rules/json.ts";
import { MAX_TIMER_MS } from "../src/rules/limits.ts";
import { unknownName } from "../src/rules/nearest.ts";
import { tokenProblem } from "../src/rules/token.ts";
import type { NewPlant } from "../src/schemas.ts";
import { LightSignal, type MockSignal } from "./abort.ts";
import type { AcceptedTokens } from "./credentials.ts";
import { FaultQueue } from "./faults.ts";
import { ownProperties } from "./invalid-input.ts";
import { checkNewPlant, readNewPlants } from "./json.ts";
import { Listeners } from "./listeners.ts";
import { RecordBudget, RequestLog } from "./requests.ts";
import {
  createPlantStore,
  createSeed,
  type DuplicateIds,
  type PlantStore,
  type Seed,
  type StoredPlant,
} from "./store.ts";

/** The options of {@link createPlantStoreMock}. All are optional. */
export interface PlantStoreMockOptions {
  /**
   * The base URL of the service: an absolute http or https URL, or "*" for any.
   *
   * @default "*"
   */
  baseUrl?: string | URL | undefined;
  /**
   * The valid tokens: one, several, or a function that returns whether a token is valid.
   *
   * @default any token is valid
   */
  token?: AcceptedTokens | undefined;
  /**
   * The initial plants. `reset` restores them.
   *
   * @default []
   */
  plants?: readonly NewPlant[] | undefined;
  /**
   * Whether the mock accepts a second plant with the same id, or responds with 400.
   *
   * @default "accept"
   */
  duplicateIds?: DuplicateIds | undefined;
  /**
   * How long each response takes, in milliseconds.
   *
   * @default 0
   */
  delayMs?: number | undefined;
  /**
   * Where to keep the plants, such as `sessionStorage`, which survives page reloads. The mock reads it once, when it is
   * created. Stored plants replace `plants`. Content that the mock can't read is ignored with a warning.
   *
   * @default nothing is kept
   */
  storage?: MockStorage | undefined;
  /**
   * The key under which the plants are stored.
   *
   * @default "plant-store-mock"
   */
  storageKey?: string | undefined;
}

/** The part of the Web Storage API that a mock uses. Both methods are synchronous. */
export interface MockStorage {
  /** Returns the text stored under the key, or null if there is none. */
  getItem(key: string): string | null;
  /** Stores the text under the key. */
  setItem(key: string, value: string): void;
}

/** The names of the options. */
export const MOCK_OPTIONS = [
  "baseUrl",
  "token",
  "plants",
  "duplicateIds",
  "delayMs",
  "storage",
  "storageKey",
] satisfies (keyof PlantStoreMockOptions)[];

/** What the responses of one mock depend on. */
export interface MockState {
  /** The base URL without a trailing slash, or "*". */
  readonly baseUrl: string;
  readonly token: AcceptedTokens | undefined;
  readonly delayMs: number;
  /** The initial plants. */
  readonly seed: Seed;
  readonly store: PlantStore;
  readonly requests: RequestLog;
  readonly faults: FaultQueue;
  /** Aborts at the next reset. */
  readonly resetSignal: MockSignal;
  /** Restores the initial plants and clears requests and faults. Requests that still wait lose their connection. */
  reset(): void;
  /** Calls the listener after plants, requests or faults have changed. Returns a function that stops it. */
  readonly subscribe: Listeners["subscribe"];
}

/**
 * Makes the state of a mock.
 *
 * @param recordBudget - bounds the records, also of several mocks together.
 * @param sharedSeed - replaces `plants`.
 * @throws {TypeError} when an option is invalid.
 */
export function createMockState(
  options: PlantStoreMockOptions,
  recordBudget = new RecordBudget(),
  sharedSeed?: Seed,
): MockState {
  if (typeof options !== "object" || options === null) {
    throw new TypeError("Invalid options: they must be an object");
  }
  const own = ownProperties(options);
  const { token, plants = [], duplicateIds = "accept", delayMs = 0 } = own;
  const { baseUrl, problems } = checkOptions(own);
  if (problems.length > 0) {
    throw new TypeError(`Invalid options: ${problems.join("; ")}`);
  }
  const seed = sharedSeed ?? readSeed(plants, duplicateIds);

  const listeners = new Listeners();
  let isResetting = false;
  const notify = () => {
    if (!isResetting) {
      listeners.notify();
    }
  };
  const plantStorage = own.storage && openStorage(own.storage, own.storageKey ?? "plant-store-mock");
  const stored = plantStorage?.read();
  const store: PlantStore = createPlantStore(duplicateIds, stored ? createSeed(stored) : seed, seed, () => {
    plantStorage?.write(store.plants.all());
    notify();
  });
  const requests = new RequestLog(recordBudget, typeof token === "function" ? [] : [token ?? []].flat(), notify);
  const faults = new FaultQueue(notify);
  let resetSignal = new LightSignal();
  return {
    baseUrl,
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
      notify();
    },
    subscribe: listeners.subscribe,
  };
}

function readSeed(plants: readonly NewPlant[], duplicateIds: DuplicateIds): Seed {
  const seed = createSeed(plants.map((plant, index) => checkNewPlant(plant, `Invalid options: plants[${index}]: `)));
  if (duplicateIds === "reject" && seed.byId.size < seed.plants.length) {
    const ids = new Set<bigint>();
    const refused = seed.plants.find(({ id }) => ids.size === ids.add(id).size);
    throw new TypeError(`Invalid options: plants: the id ${refused?.id} is in use, and duplicateIds is "reject"`);
  }
  return seed;
}

function checkOptions({
  baseUrl = "*",
  token,
  plants = [],
  duplicateIds = "accept",
  delayMs = 0,
  storage,
  storageKey = "",
  ...others
}: PlantStoreMockOptions): { baseUrl: string; problems: string[] } {
  const problems = Object.keys(others)
    .filter((name) => !(MOCK_OPTIONS as string[]).includes(name))
    .map((name) => unknownName("option", name, MOCK_OPTIONS));
  const parsed = baseUrl === "*" ? { baseUrl } : parseBaseUrl(baseUrl);
  if (parsed.problem) {
    problems.push(parsed.problem);
  }
  if (token !== undefined && typeof token !== "function") {
    const problem = [token]
      .flat()
      .map((one) => tokenProblem(one, "a string, an array of strings or a function"))
      .find(Boolean);
    if (problem) {
      problems.push(problem);
    }
  }
  if (!Array.isArray(plants)) {
    problems.push("plants must be an array of NewPlants");
  }
  if (duplicateIds !== "accept" && duplicateIds !== "reject") {
    problems.push('duplicateIds must be "accept" or "reject"');
  }
  if (!(typeof delayMs === "number" && delayMs >= 0 && delayMs <= MAX_TIMER_MS)) {
    problems.push(`delayMs must be a number of milliseconds from 0 to ${MAX_TIMER_MS}`);
  }
  if (storage !== undefined && !(typeof storage?.getItem === "function" && typeof storage.setItem === "function")) {
    problems.push("storage must have the methods getItem and setItem, such as sessionStorage");
  }
  if (typeof storageKey !== "string") {
    problems.push("storageKey must be a string");
  }
  return { baseUrl: parsed.baseUrl ?? "*", problems };
}

/** Keeps plants in a storage, as a JSON array with exact ids. It warns once, since a test or an app goes on without it. */
function openStorage(storage: MockStorage, key: string) {
  let hasWarned = false;
  const attempt = <T>(failure: string, action: () => T): T | undefined => {
    try {
      return action();
    } catch (error) {
      if (!hasWarned) {
        hasWarned = true;
        console.warn(
          `Plant Store mock: ${failure} ${JSON.stringify(key)} in storage: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
      return undefined;
    }
  };
  return {
    read: () =>
      attempt("ignored", () => {
        const json = storage.getItem(key);
        // Storages of tests return undefined for a missing key.
        return json === null || json === undefined ? undefined : readNewPlants(json);
      }),
    write: (plants: readonly StoredPlant[]) => attempt("can't write", () => storage.setItem(key, toJson(plants))),
  };
}
