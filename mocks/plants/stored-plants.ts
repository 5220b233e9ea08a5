import type { NewPlant } from "../../shared/records.ts";
import { InvalidInputError } from "../input/invalid-input.ts";
import { checkNewPlant, normalizeId } from "./check-plant.ts";
import { type DuplicateIds, rejectDuplicates } from "./duplicates.ts";
import { type PlantQuery, toPlantTest } from "./query.ts";

/** The plants of a mock. They are frozen, and an id is a `bigint` only beyond 2^53 − 1. Safe to destructure. */
export interface MockPlants {
  /** The number of plants. */
  readonly size: number;
  /** Returns all plants, in order of creation. */
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
  /**
   * Removes all plants with that id, and returns whether there were any.
   *
   * @throws `TypeError` when the id is neither a `bigint` nor a safe integer.
   */
  readonly remove: (id: number | bigint) => boolean;
  /** Removes all plants. */
  readonly clear: () => void;
}

/** The plants in order of creation, and the latest one with each id. `mock.plants` shows the part that users see. */
export class StoredPlants implements MockPlants {
  readonly #initial: readonly Readonly<NewPlant>[];
  readonly #duplicateIds: DuplicateIds;
  #plants: Readonly<NewPlant>[] = [];
  readonly #byId = new Map<number | bigint, Readonly<NewPlant>>();

  constructor(initial: readonly Readonly<NewPlant>[], duplicateIds: DuplicateIds) {
    this.#initial = initial;
    this.#duplicateIds = duplicateIds;
    this.#push(initial);
  }

  get size(): number {
    return this.#plants.length;
  }

  readonly all = (): readonly Readonly<NewPlant>[] => [...this.#plants];

  readonly get = (id: number | bigint): Readonly<NewPlant> | undefined => this.#byId.get(toKey(id, "get"));

  readonly findMany = (query: (q: PlantQuery) => PlantQuery): readonly Readonly<NewPlant>[] =>
    this.#plants.filter(toPlantTest(query));

  readonly add = (...newPlants: readonly NewPlant[]): void => {
    if (Array.isArray(newPlants[0])) {
      throw new InvalidInputError("Invalid plant: it is an array. Pass plants as separate arguments: add(...plants)");
    }
    const toPrefix = (index: number) => `Invalid ${newPlants.length > 1 ? `plants[${index}]` : "plant"}: `;
    const plants = newPlants.map((value, index) => checkNewPlant(value, toPrefix(index)));
    if (this.#duplicateIds === "reject") {
      rejectDuplicates(plants, toPrefix, (id) => this.#byId.has(id));
    }
    this.#push(plants);
  };

  readonly remove = (id: number | bigint): boolean => {
    const key = toKey(id, "remove");
    const isKnown = this.#byId.has(key);
    if (isKnown) {
      this.#replace(this.#plants.filter((plant) => plant.id !== key));
    }
    return isKnown;
  };

  readonly clear = (): void => this.#replace([]);

  /** Returns false when the id is in use and rejected. */
  create(plant: Readonly<NewPlant>): boolean {
    if (this.#duplicateIds === "reject" && this.#byId.has(plant.id)) {
      return false;
    }
    this.#push([plant]);
    return true;
  }

  reset(): void {
    this.#replace(this.#initial);
  }

  #replace(plants: readonly Readonly<NewPlant>[]): void {
    this.#plants = [];
    this.#byId.clear();
    this.#push(plants);
  }

  #push(plants: readonly Readonly<NewPlant>[]): void {
    for (const plant of plants) {
      this.#plants.push(plant);
      this.#byId.set(plant.id, plant);
    }
  }
}

function toKey(id: number | bigint, method: string): number | bigint {
  if (typeof id !== "bigint" && !Number.isSafeInteger(id)) {
    throw new InvalidInputError(`plants.${method}: id must be a bigint or a safe integer`);
  }
  return normalizeId(id);
}
