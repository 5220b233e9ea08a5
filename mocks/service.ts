import type { NewPlant } from "../src/schemas.ts";
import type { AcceptedTokens } from "./credentials.ts";
import type { Fault } from "./faults.ts";
import type { CallerSignal } from "./incoming-request.ts";
import { type Operation, operationAt } from "./operation.ts";
import { OwnSignal } from "./own-signal.ts";
import { Recorder } from "./recorder.ts";
import { createPlantStore, type DuplicateIds, type MockPlants, type PlantStore } from "./store.ts";

/** What {@link createPlantStoreMock} takes. */
export interface PlantStoreMockOptions {
  /**
   * Where the service is (I2), as an http or https URL without query and fragment; "*" is anywhere.
   *
   * @default "*"
   */
  baseUrl?: string | URL | undefined;
  /**
   * The valid tokens (I13): one, several, or a function that tells.
   *
   * @default `() => true`: any that is not empty
   */
  token?: AcceptedTokens | undefined;
  /**
   * The plants that are there at the beginning, and after each reset.
   *
   * @default []
   */
  plants?: readonly NewPlant[] | undefined;
  /**
   * What becomes of a second plant with an id in use: both are kept, or it is refused with 400 (I12).
   *
   * @default "accept"
   */
  duplicateIds?: DuplicateIds | undefined;
  /**
   * How long each answer takes, in milliseconds, from 0 to less than 2^31.
   *
   * @default 0
   */
  delayMs?: number | undefined;
}

/** What the answers of one mock depend on. */
export interface Service {
  readonly operation: Operation;
  readonly token: AcceptedTokens | undefined;
  readonly delayMs: number;
  readonly store: PlantStore;
  readonly recorder: Recorder;
  /** What goes wrong with the next requests, in order. */
  readonly faults: Fault[];
  /** Aborts at the next reset. */
  readonly resetSignal: CallerSignal;
  reset(): void;
}

/**
 * Sets up what a mock starts with.
 *
 * @throws {TypeError} when an option is invalid.
 */
export function createService(options: PlantStoreMockOptions): Service {
  const { baseUrl = "*", token, plants = [], duplicateIds = "accept", delayMs = 0, ...unknown } = options;
  const [name] = Object.keys(unknown);
  if (name !== undefined) {
    throw new TypeError(`There is no option ${name}. A mock takes baseUrl, token, plants, duplicateIds and delayMs.`);
  }
  if (token !== undefined && !["string", "object", "function"].includes(typeof token)) {
    throw new TypeError("token must be a string, an array of strings, or a function.");
  }
  if (!(typeof delayMs === "number" && delayMs >= 0 && delayMs < 2 ** 31)) {
    throw new TypeError("delayMs must be a number of milliseconds, 0 or more.");
  }
  if (duplicateIds !== "accept" && duplicateIds !== "reject") {
    throw new TypeError('duplicateIds must be "accept" or "reject".');
  }
  const operation = operationAt(baseUrl);
  const store = createPlantStore(duplicateIds);
  const seed = plants.map((plant) => ({ ...plant }));
  fill(store.plants, seed);
  const recorder = new Recorder();
  const faults: Fault[] = [];
  let resetting = new OwnSignal();
  return {
    operation,
    token,
    delayMs,
    store,
    recorder,
    faults,
    get resetSignal() {
      return resetting;
    },
    reset() {
      resetting.abort("The mock was reset.");
      resetting = new OwnSignal();
      faults.length = 0;
      recorder.clear();
      store.plants.clear();
      fill(store.plants, seed);
    },
  };
}

/** One by one: a call takes no more than some hundred thousand arguments. */
function fill({ add }: MockPlants, plants: readonly NewPlant[]): void {
  for (const plant of plants) {
    add(plant);
  }
}
