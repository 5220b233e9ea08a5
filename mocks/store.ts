import type { NewPlant } from "../src/schemas.ts";
import { toJson } from "../src/shared/json.ts";
import type { Changes, MockChange } from "./changes.ts";
import { checkNewPlant, InvalidInputError } from "./invalid-input.ts";
import { plantsFromJson } from "./json.ts";
import { type PlantQuery, type StoredPlant, toPlantTest, toStoredPlant } from "./stored-plant.ts";

/** What the mock does with a second plant with the same id. */
export type DuplicateIds = "accept" | "reject";

/** The plants of a mock. Everything it returns is frozen. Safe to destructure. */
export interface MockPlants {
  /** The number of plants. */
  readonly size: number;
  /** Returns all plants, in order of creation: the same array until the plants change. */
  readonly all: () => readonly StoredPlant[];
  /**
   * Returns the latest plant with that id.
   *
   * @throws `TypeError` when the id is neither a `bigint` nor a safe integer.
   */
  readonly get: (id: number | bigint) => StoredPlant | undefined;
  /**
   * Returns the plants that match a query, in order of creation.
   *
   * @throws `TypeError` when a condition is invalid, or the function returns no query; what a function of the query throws.
   *
   * @example
   * import { createPlantStoreMock } from "plant-store-sdk/mocks";
   *
   * const mock = createPlantStoreMock({ plants: [{ id: 1, name: "Fern" }, { id: 2, name: "Fern moss" }] });
   * const ferns = mock.plants.findMany((q) => q.where({ name: (name) => name.startsWith("Fern") }).and({ id: 1n }));
   * console.log(ferns.length); // 1
   */
  readonly findMany: (query: (q: PlantQuery) => PlantQuery) => readonly StoredPlant[];
  /**
   * Adds plants, as requests do.
   *
   * @throws `TypeError` when one is invalid, or its id is in use and `duplicateIds` is "reject". The plants before it are added.
   */
  readonly add: (...plants: readonly NewPlant[]) => void;
  /** Removes all plants. */
  readonly clear: () => void;
}

export interface Seed {
  readonly plants: readonly StoredPlant[];
  readonly byId: ReadonlyMap<bigint, StoredPlant>;
}

export const createSeed = (plants: readonly StoredPlant[]): Seed => ({
  plants: Object.freeze(plants),
  byId: new Map(plants.map((plant) => [plant.id, plant])),
});

interface StoreOptions {
  readonly duplicateIds: DuplicateIds;
  readonly seed: Seed;
  readonly stored?: StoredPlants | undefined;
}

export type PlantStore = ReturnType<typeof createPlantStore>;

// Only the queries come from @msw/data. Its Collection creates asynchronously, has no unique fields, and looks up an id by
// scanning.
export function createPlantStore({ duplicateIds, seed, stored }: StoreOptions, changes: Changes) {
  let plants: StoredPlant[];
  let frozen: readonly StoredPlant[] | undefined;
  let seedById: Seed["byId"];
  let createdById: Map<bigint, StoredPlant>;
  const get = (id: bigint) => createdById.get(id) ?? seedById.get(id);

  function push(newPlant: NewPlant): StoredPlant | undefined {
    const plant = toStoredPlant(newPlant);
    if (duplicateIds === "reject" && get(plant.id)) {
      return undefined;
    }
    plants.push(plant);
    createdById.set(plant.id, plant);
    frozen = undefined;
    return plant;
  }

  function load(loaded: Seed): void {
    plants = loaded.plants.slice();
    frozen = loaded.plants;
    seedById = loaded.byId;
    createdById = new Map();
  }

  function all(): readonly StoredPlant[] {
    frozen ??= Object.freeze(plants.slice());
    return frozen;
  }

  function note(change: MockChange): void {
    stored?.write(all());
    changes.note(change);
  }

  function replace(loaded: Seed, change: MockChange): void {
    load(loaded);
    note(change);
    changes.publish();
  }
  load(stored?.read() ?? seed);

  const publicPlants = Object.freeze<MockPlants>({
    get size() {
      return plants.length;
    },
    all,
    get(id) {
      if (typeof id !== "bigint" && !Number.isSafeInteger(id)) {
        throw new InvalidInputError("plants.get: pass the id as a bigint or a number that is a safe integer");
      }
      return get(BigInt(id));
    },
    findMany: (query) => Object.freeze(plants.filter(toPlantTest(query))),
    add(...newPlants) {
      if (Array.isArray(newPlants[0])) {
        throw new InvalidInputError("Invalid plant: it is an array. Pass plants as separate arguments: add(...plants)");
      }
      const added: StoredPlant[] = [];
      try {
        for (const value of newPlants) {
          const newPlant = checkNewPlant(value, "Invalid plant: ");
          const plant = push(newPlant);
          if (!plant) {
            throw new InvalidInputError(`Invalid plant: the id ${newPlant.id} is in use, and duplicateIds is "reject"`);
          }
          added.push(plant);
        }
      } finally {
        if (added.length > 0) {
          note({ added });
          changes.publish();
        }
      }
    },
    clear: () => replace(createSeed([]), { replaced: true }),
  });

  return {
    plants: publicPlants,
    /** Returns false when the id is in use and rejected. The caller publishes the change. */
    create(newPlant: NewPlant): boolean {
      const plant = push(newPlant);
      if (plant) {
        note({ added: [plant] });
      }
      return plant !== undefined;
    },
    reset: () => replace(seed, { replaced: true }),
    remove(id: bigint): boolean {
      const removed = get(id) ? plants.filter((plant) => plant.id === id) : [];
      if (removed.length > 0) {
        replace(createSeed(plants.filter((plant) => plant.id !== id)), { removed });
      }
      return removed.length > 0;
    },
    latest: (count: number): readonly StoredPlant[] => plants.slice(-count),
  };
}

/** The part of the Web Storage API that a mock uses. Both methods are synchronous. */
export interface MockStorage {
  /** Returns the text stored under the key, or null if there is none. */
  getItem(key: string): string | null;
  /** Stores the text under the key. */
  setItem(key: string, value: string): void;
}

type StoredPlants = ReturnType<typeof openStorage>;

export function openStorage(storage: MockStorage, key: string) {
  const attempt = <T>(failure: string, action: () => T): T | undefined => {
    try {
      return action();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      console.warn(`Plant Store mock: ${failure} ${JSON.stringify(key)} in storage: ${reason}`);
      return undefined;
    }
  };
  return {
    read: () =>
      attempt("ignored", () => {
        const json = storage.getItem(key);
        return json === null || json === undefined ? undefined : createSeed(plantsFromJson(json).map(toStoredPlant));
      }),
    write: (plants: readonly StoredPlant[]) =>
      attempt(`can't write ${plants.length} plants to`, () => storage.setItem(key, toJson(plants))),
  };
}
