import { Collection, Query } from "@msw/data";
import { custom, safeParse } from "valibot";
import { type NewPlant, newPlantSchema } from "../src/schemas.ts";

/** A plant as the mock keeps it. The id is always a `bigint`. */
export interface StoredPlant {
  readonly id: bigint;
  readonly name: string;
  readonly tag?: string | undefined;
}

/** What a plant must be: fields with their values or with functions that tell, or one function for the whole plant. */
export type PlantCondition =
  | { readonly [Field in keyof StoredPlant]?: StoredPlant[Field] | ((value: StoredPlant[Field]) => unknown) }
  | ((plant: StoredPlant) => unknown);

/** A query in the syntax of @msw/data. */
export interface PlantQuery {
  where(condition: PlantCondition): PlantQuery;
  and(...conditions: (PlantQuery | PlantCondition)[]): PlantQuery;
  or(...conditions: (PlantQuery | PlantCondition)[]): PlantQuery;
}

/** What becomes of a second plant with an id in use, on which the interface is silent. */
export type DuplicateIds = "accept" | "reject";

/** The plants that a mock holds. What it hands out are frozen copies. */
export class PlantStore {
  readonly #duplicateIds: DuplicateIds;
  #records = newCollection();
  #size = 0;
  // @msw/data makes records asynchronously: until one shows, its plant is here, so that a seed is there at once.
  readonly #pending = new Set<StoredPlant>();
  // It knows no unique fields, and finds by a scan: ids are reserved, and looked up, here.
  readonly #latestById = new Map<bigint, StoredPlant>();

  constructor(duplicateIds: DuplicateIds) {
    this.#duplicateIds = duplicateIds;
  }

  /** How many plants there are. */
  get size(): number {
    return this.#size;
  }

  /** All plants, in order of creation. */
  all(): readonly StoredPlant[] {
    return [...this.#records.all(), ...this.#waiting()].map(copyOf);
  }

  /** So many of the latest plants, in order of creation. */
  latest(count: number): readonly StoredPlant[] {
    return [...this.#records.all().slice(-count), ...this.#waiting()].slice(-count).map(copyOf);
  }

  /** The latest plant with that id. */
  get(id: number | bigint): StoredPlant | undefined {
    return this.#latestById.get(BigInt(id));
  }

  /**
   * The plants that match, in order of creation.
   *
   * @example
   * mock.plants.findMany((q) => q.where({ name: (name) => name.startsWith("Fern") }));
   */
  findMany(query: (q: PlantQuery) => PlantQuery): readonly StoredPlant[] {
    // On the copies: a condition is given what it could change.
    const built = query(new Query<StoredPlant>() as PlantQuery) as Query<StoredPlant>;
    return this.all().filter((plant) => built.test(plant));
  }

  /**
   * Adds plants, as requests would.
   *
   * @throws {TypeError} when one is no NewPlant, or when its id is in use and `duplicateIds` is "reject". Those before it stay.
   */
  add(...plants: readonly NewPlant[]): void {
    for (const plant of plants) {
      const { success, output, issues } = safeParse(newPlantSchema, plant);
      if (!success) {
        throw new TypeError(`The plant to add is invalid: ${issues.map(({ message }) => message).join("; ")}`);
      }
      if (!this.create(output)) {
        throw new TypeError(`The plant to add has the id ${plant.id}, which is in use, and duplicateIds is "reject".`);
      }
    }
  }

  /** Removes all plants. */
  clear(): void {
    // Collection.clear() removes its records one by one, each by a scan.
    this.#records = newCollection();
    this.#pending.clear();
    this.#size = 0;
    this.#latestById.clear();
  }

  /** Keeps a valid plant; gives `false` where its id is in use and must not be. */
  create(newPlant: NewPlant): boolean {
    const { name, tag } = newPlant;
    const id = BigInt(newPlant.id);
    if (this.#duplicateIds === "reject" && this.#latestById.has(id)) {
      return false;
    }
    const plant = Object.freeze(tag === undefined ? { id, name } : { id, name, tag });
    this.#latestById.set(id, plant);
    this.#size += 1;
    this.#pending.add(plant);
    // It is valid, so this can't fail.
    void this.#records.create(new PlantRecord(id, name, tag)).then((record) => {
      this.#pending.delete(plant);
      readPrimaryKey(record);
    });
    return true;
  }

  /** Those of the pending that the collection does not show yet: a record shows a moment before its promise settles. */
  #waiting(): readonly StoredPlant[] {
    const count = this.#size - this.#records.count();
    return count === 0 ? [] : [...this.#pending].slice(-count);
  }
}

const copyOf = ({ id, name, tag }: StoredPlant): StoredPlant =>
  Object.freeze(tag === undefined ? { id, name } : { id, name, tag });

// The symbol under which @msw/data keeps a record's primary key. It is not exported, so it is read off the first record.
let primaryKey: symbol | undefined;
let lastKey = 0;

/**
 * What costs @msw/data least. Of a plain object it makes two copies, and a record without a primary key is given a random
 * UUID, which takes more memory than all else of it: with both, a server answers a third less.
 */
class PlantRecord {
  constructor(
    readonly id: bigint,
    readonly name: string,
    readonly tag: string | undefined,
  ) {
    if (primaryKey !== undefined) {
      lastKey += 1;
      Object.defineProperty(this, primaryKey, { value: String(lastKey), configurable: true });
    }
  }
}

function readPrimaryKey(record: object): void {
  primaryKey ??= Object.getOwnPropertySymbols(record).find(({ description }) => description === "kPrimaryKey");
}

function newCollection() {
  // Nothing comes here but what is valid.
  return new Collection({ schema: custom<PlantRecord>(() => true) });
}

/** What the users of a mock see of its store. */
export type MockPlants = Omit<PlantStore, "create" | "latest">;
