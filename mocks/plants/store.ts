import type { NewPlant } from "../../src/schemas.ts";
import { InvalidInputError } from "../invalid-input.ts";
import { type StoredPlant, toStoredPlant } from "../stored-plant.ts";
import { checkNewPlant } from "./check-plant.ts";
import { type DuplicateIds, rejectDuplicates } from "./duplicate-ids.ts";
import type { MockPlants } from "./mock-plants.ts";
import { type PlantQuery, toPlantTest } from "./query.ts";
import type { PlantStorage } from "./storage.ts";

/** Plants in order of creation, and the latest one with each id. */
export interface Seed {
  readonly plants: readonly StoredPlant[];
  readonly byId: ReadonlyMap<bigint, StoredPlant>;
}

export const toSeed = (plants: readonly StoredPlant[]): Seed => ({
  plants: Object.freeze(plants),
  byId: new Map(plants.map((plant) => [plant.id, plant])),
});

const NO_PLANTS = toSeed([]);

interface StoreOptions {
  readonly duplicateIds: DuplicateIds;
  /** The plants that `reset` restores. */
  readonly seed: Seed;
  readonly storage?: PlantStorage | undefined;
}

/**
 * The plants in order of creation: a seed, which the sessions of an app share, and those that were added. Only the queries come
 * from @msw/data: its Collection creates asynchronously, has no unique fields, and looks up an id by scanning.
 */
export class PlantStore implements MockPlants {
  readonly #options: StoreOptions;
  #seed: Seed;
  #added: StoredPlant[] = [];
  #addedById = new Map<bigint, StoredPlant>();
  /** What `all` returns until the plants change. */
  #all: readonly StoredPlant[] | undefined;

  constructor(options: StoreOptions) {
    const stored = options.storage?.read();
    this.#options = options;
    this.#seed = stored ? toSeed(stored) : options.seed;
    Object.freeze(this);
  }

  get size(): number {
    return this.#seed.plants.length + this.#added.length;
  }

  readonly all = (): readonly StoredPlant[] => {
    this.#all ??= this.#added.length === 0 ? this.#seed.plants : Object.freeze([...this.#seed.plants, ...this.#added]);
    return this.#all;
  };

  readonly get = (id: number | bigint): StoredPlant | undefined => {
    if (typeof id !== "bigint" && !Number.isSafeInteger(id)) {
      throw new InvalidInputError("plants.get: id must be a bigint or a safe integer");
    }
    return this.#addedById.get(BigInt(id)) ?? this.#seed.byId.get(BigInt(id));
  };

  readonly findMany = (query: (q: PlantQuery) => PlantQuery): readonly StoredPlant[] =>
    Object.freeze(this.all().filter(toPlantTest(query)));

  readonly add = (...newPlants: readonly NewPlant[]): void => {
    if (Array.isArray(newPlants[0])) {
      throw new InvalidInputError("Invalid plant: it is an array. Pass plants as separate arguments: add(...plants)");
    }
    const toPrefix = (index: number) => `Invalid ${newPlants.length > 1 ? `plants[${index}]` : "plant"}: `;
    const plants = newPlants.map((value, index) => toStoredPlant(checkNewPlant(value, toPrefix(index))));
    if (this.#options.duplicateIds === "reject") {
      rejectDuplicates(plants, toPrefix, (id) => this.#has(id));
    }
    if (plants.length > 0) {
      this.#push(plants);
    }
  };

  readonly clear = (): void => this.#replace(NO_PLANTS);

  /** Returns false when the id is in use and rejected. */
  create(plant: StoredPlant): boolean {
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
    if (!this.#has(id)) {
      return false;
    }
    this.#replace(toSeed(this.all().filter((plant) => plant.id !== id)));
    return true;
  }

  /** Returns the last plants, in order of creation. */
  last(count: number): readonly StoredPlant[] {
    return [...this.#seed.plants.slice(-count), ...this.#added.slice(-count)].slice(-count);
  }

  #has(id: bigint): boolean {
    return this.#addedById.has(id) || this.#seed.byId.has(id);
  }

  #push(plants: readonly StoredPlant[]): void {
    for (const plant of plants) {
      this.#added.push(plant);
      this.#addedById.set(plant.id, plant);
    }
    this.#save();
  }

  #replace(seed: Seed): void {
    this.#seed = seed;
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
