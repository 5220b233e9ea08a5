import type { NewPlant } from "../../src/schemas.ts";
import { InvalidInputError } from "../core/failures.ts";
import { checkNewPlant, type DuplicateIds, normalizeId, rejectDuplicates } from "./check-plant.ts";
import { type PlantQuery, toPlantTest } from "./query.ts";
import type { PlantStorage } from "./storage.ts";

/** The plants of a mock. They are frozen, and an id is a `bigint` only beyond 2^53 − 1. Safe to destructure. */
export interface MockPlants {
  /** The number of plants. */
  readonly size: number;
  /** Returns all plants, in order of creation: the same array until the plants change. */
  readonly all: () => readonly Readonly<NewPlant>[];
  /**
   * Returns the latest plant with that id.
   *
   * @throws `TypeError` when the id is neither a `bigint` nor a safe integer.
   */
  readonly get: (id: number | bigint) => Readonly<NewPlant> | undefined;
  /**
   * Returns the plants that match a query, in order of creation.
   *
   * @throws `TypeError` when a condition is invalid, or the function returns no query; what a function of the query throws.
   *
   * @example
   * import { createPlantStoreMock } from "plant-store-sdk/mocks";
   *
   * const mock = createPlantStoreMock({ plants: [{ id: 1, name: "Fern" }, { id: 2, name: "Fern moss" }] });
   * const ferns = mock.plants.findMany((q) => q.where({ name: (name) => name.startsWith("Fern") }).and({ id: 1 }));
   * console.log(ferns.length); // 1
   */
  readonly findMany: (query: (q: PlantQuery) => PlantQuery) => readonly Readonly<NewPlant>[];
  /**
   * Adds plants, as requests do.
   *
   * @throws `TypeError` when one is invalid, or its id is in use and `duplicateIds` is "reject". Then none is added.
   */
  readonly add: (...plants: readonly NewPlant[]) => void;
  /** Removes all plants. */
  readonly clear: () => void;
}

/** Plants in order of creation, and the latest one with each id. */
export interface IndexedPlants {
  readonly plants: readonly Readonly<NewPlant>[];
  readonly byId: ReadonlyMap<number | bigint, Readonly<NewPlant>>;
}

export const indexPlants = (plants: readonly Readonly<NewPlant>[]): IndexedPlants => ({
  plants: Object.freeze(plants),
  byId: new Map(plants.map((plant) => [plant.id, plant])),
});

const NO_PLANTS = indexPlants([]);

interface StoreOptions {
  readonly duplicateIds: DuplicateIds;
  /** The plants that `reset` restores. */
  readonly seed: IndexedPlants;
  readonly storage?: PlantStorage | undefined;
}

/** The plants in order of creation: a base, such as the seed, which the sessions of an app share, and those that were added. */
export class PlantStore implements MockPlants {
  readonly #options: StoreOptions;
  #base: IndexedPlants;
  #added: Readonly<NewPlant>[] = [];
  #addedById = new Map<number | bigint, Readonly<NewPlant>>();
  /** What `all` returns until the plants change. */
  #all: readonly Readonly<NewPlant>[] | undefined;

  constructor(options: StoreOptions) {
    const stored = options.storage?.read();
    this.#options = options;
    this.#base = stored ? indexPlants(stored) : options.seed;
    Object.freeze(this);
  }

  get size(): number {
    return this.#base.plants.length + this.#added.length;
  }

  readonly all = (): readonly Readonly<NewPlant>[] => {
    this.#all ??= this.#added.length === 0 ? this.#base.plants : Object.freeze([...this.#base.plants, ...this.#added]);
    return this.#all;
  };

  readonly get = (id: number | bigint): Readonly<NewPlant> | undefined => {
    if (typeof id !== "bigint" && !Number.isSafeInteger(id)) {
      throw new InvalidInputError("plants.get: id must be a bigint or a safe integer");
    }
    const key = normalizeId(id);
    return this.#addedById.get(key) ?? this.#base.byId.get(key);
  };

  readonly findMany = (query: (q: PlantQuery) => PlantQuery): readonly Readonly<NewPlant>[] =>
    this.all().filter(toPlantTest(query));

  readonly add = (...newPlants: readonly NewPlant[]): void => {
    if (Array.isArray(newPlants[0])) {
      throw new InvalidInputError("Invalid plant: it is an array. Pass plants as separate arguments: add(...plants)");
    }
    const toPrefix = (index: number) => `Invalid ${newPlants.length > 1 ? `plants[${index}]` : "plant"}: `;
    const plants = newPlants.map((value, index) => checkNewPlant(value, toPrefix(index)));
    if (this.#options.duplicateIds === "reject") {
      rejectDuplicates(plants, toPrefix, (id) => this.#has(id));
    }
    if (plants.length > 0) {
      this.#push(plants);
    }
  };

  readonly clear = (): void => this.#replace(NO_PLANTS);

  /** Returns false when the id is in use and rejected. */
  create(plant: Readonly<NewPlant>): boolean {
    if (this.#options.duplicateIds === "reject" && this.#has(plant.id)) {
      return false;
    }
    this.#push([plant]);
    return true;
  }

  reset(): void {
    this.#replace(this.#options.seed);
  }

  /** Removes all plants with the id, and returns whether there were any. */
  remove(id: bigint): boolean {
    const key = normalizeId(id);
    if (!this.#has(key)) {
      return false;
    }
    this.#replace(indexPlants(this.all().filter((plant) => plant.id !== key)));
    return true;
  }

  #has(id: number | bigint): boolean {
    return this.#addedById.has(id) || this.#base.byId.has(id);
  }

  #push(plants: readonly Readonly<NewPlant>[]): void {
    for (const plant of plants) {
      this.#added.push(plant);
      this.#addedById.set(plant.id, plant);
    }
    this.#save();
  }

  #replace(base: IndexedPlants): void {
    this.#base = base;
    this.#added = [];
    this.#addedById = new Map();
    this.#save();
  }

  /** Called after each change. */
  #save(): void {
    this.#all = undefined;
    this.#options.storage?.write(this.all());
  }
}
