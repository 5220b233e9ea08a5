import type { NewPlant } from "../../src/schemas.ts";
import type { Changes, MockChange } from "../changes.ts";
import { checkNewPlant, InvalidInputError } from "../invalid-input.ts";
import { type PlantQuery, toPlantTest } from "./query.ts";
import type { PlantStorage } from "./storage.ts";
import { type StoredPlant, toStoredPlant } from "./stored-plant.ts";

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

interface StoreOptions {
  readonly duplicateIds: DuplicateIds;
  /** The plants that `reset` restores. */
  readonly seed: readonly StoredPlant[];
  readonly storage?: PlantStorage | undefined;
}

/**
 * The plants in order of creation, and the latest one with each id. Only the queries come from @msw/data: its Collection creates
 * asynchronously, has no unique fields, and looks up an id by scanning.
 */
export class PlantStore implements MockPlants {
  readonly #options: StoreOptions;
  readonly #changes: Changes;
  #plants: StoredPlant[] = [];
  #latest = new Map<bigint, StoredPlant>();
  /** What `all` returns until the plants change. */
  #frozen: readonly StoredPlant[] | undefined;

  constructor(options: StoreOptions, changes: Changes) {
    this.#options = options;
    this.#changes = changes;
    this.#load(options.storage?.read() ?? options.seed);
    Object.freeze(this);
  }

  get size(): number {
    return this.#plants.length;
  }

  readonly all = (): readonly StoredPlant[] => {
    this.#frozen ??= Object.freeze(this.#plants.slice());
    return this.#frozen;
  };

  readonly get = (id: number | bigint): StoredPlant | undefined => {
    if (typeof id !== "bigint" && !Number.isSafeInteger(id)) {
      throw new InvalidInputError("plants.get: id must be a bigint or a safe integer");
    }
    return this.#latest.get(BigInt(id));
  };

  readonly findMany = (query: (q: PlantQuery) => PlantQuery): readonly StoredPlant[] =>
    Object.freeze(this.#plants.filter(toPlantTest(query)));

  readonly add = (...newPlants: readonly NewPlant[]): void => {
    if (Array.isArray(newPlants[0])) {
      throw new InvalidInputError("Invalid plant: it is an array. Pass plants as separate arguments: add(...plants)");
    }
    const added: StoredPlant[] = [];
    try {
      for (const value of newPlants) {
        const newPlant = checkNewPlant(value, "Invalid plant: ");
        const plant = this.#push(newPlant);
        if (!plant) {
          throw new InvalidInputError(`Invalid plant: the id ${newPlant.id} is in use, and duplicateIds is "reject"`);
        }
        added.push(plant);
      }
    } finally {
      if (added.length > 0) {
        this.#save({ added });
        this.#changes.publish();
      }
    }
  };

  readonly clear = (): void => this.#replace([], { replaced: true });

  /** Returns false when the id is in use and rejected. The caller publishes the change. */
  create(newPlant: NewPlant): boolean {
    const plant = this.#push(newPlant);
    if (plant) {
      this.#save({ added: [plant] });
    }
    return plant !== undefined;
  }

  reset(): void {
    this.#replace(this.#options.seed, { replaced: true });
  }

  /** Removes all plants with the id, and returns whether there were any. */
  remove(id: bigint): boolean {
    const removed = this.#latest.has(id) ? this.#plants.filter((plant) => plant.id === id) : [];
    if (removed.length > 0) {
      this.#replace(
        this.#plants.filter((plant) => plant.id !== id),
        { removed },
      );
    }
    return removed.length > 0;
  }

  /** Returns the last plants, in order of creation. */
  latest(count: number): readonly StoredPlant[] {
    return this.#plants.slice(-count);
  }

  #push(newPlant: NewPlant): StoredPlant | undefined {
    const plant = toStoredPlant(newPlant);
    if (this.#options.duplicateIds === "reject" && this.#latest.has(plant.id)) {
      return undefined;
    }
    this.#plants.push(plant);
    this.#latest.set(plant.id, plant);
    this.#frozen = undefined;
    return plant;
  }

  #load(plants: readonly StoredPlant[]): void {
    this.#plants = plants.slice();
    this.#latest = new Map(plants.map((plant) => [plant.id, plant]));
    this.#frozen = undefined;
  }

  #replace(plants: readonly StoredPlant[], change: MockChange): void {
    this.#load(plants);
    this.#save(change);
    this.#changes.publish();
  }

  /** Writes the plants to the storage, and collects the change. */
  #save(change: MockChange): void {
    this.#options.storage?.write(this.#plants);
    this.#changes.collect(change);
  }
}
