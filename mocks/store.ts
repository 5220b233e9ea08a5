import { Query } from "@msw/data";
import { safeParse } from "valibot";
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

/** The plants that a mock holds, as its users see them. What it hands out are frozen copies. No method needs `this`. */
export interface MockPlants {
  /** How many plants there are. */
  readonly size: number;
  /** All plants, in order of creation. */
  readonly all: () => readonly StoredPlant[];
  /** The latest plant with that id; none has an id that is no integer. */
  readonly get: (id: number | bigint) => StoredPlant | undefined;
  /**
   * The plants that match, in order of creation.
   *
   * @example
   * mock.plants.findMany((q) => q.where({ name: (name) => name.startsWith("Fern") }));
   */
  readonly findMany: (query: (q: PlantQuery) => PlantQuery) => readonly StoredPlant[];
  /**
   * Adds plants, as requests would.
   *
   * @throws {TypeError} when one is no NewPlant, or when its id is in use and `duplicateIds` is "reject". Those before it stay.
   *
   * @example
   * mock.plants.add({ id: 1, name: "Fern" }, { id: 9007199254740993n, name: "Monstera", tag: "tropical" });
   */
  readonly add: (...plants: readonly NewPlant[]) => void;
  /** Removes all plants. */
  readonly clear: () => void;
}

/** The plants that a mock holds. */
export interface PlantStore {
  readonly plants: MockPlants;
  /** Keeps a valid plant; gives `false` where its id is in use and must not be. */
  readonly create: (newPlant: NewPlant) => boolean;
  /** So many of the latest plants, in order of creation. */
  readonly latest: (count: number) => readonly StoredPlant[];
}

/**
 * Makes a store.
 *
 * Of @msw/data it takes the queries and not the Collection: that makes its records asynchronously, so that one just created
 * could not be seen at once; it knows no unique fields, finds an id by a scan, and takes longer for a record than the whole
 * rest of an answer.
 */
export function createPlantStore(duplicateIds: DuplicateIds): PlantStore {
  let stored: StoredPlant[] = [];
  const latestById = new Map<bigint, StoredPlant>();

  function create({ id: given, name, tag }: NewPlant): boolean {
    const id = BigInt(given);
    if (duplicateIds === "reject" && latestById.has(id)) {
      return false;
    }
    const plant = Object.freeze(tag === undefined ? { id, name } : { id, name, tag });
    stored.push(plant);
    latestById.set(id, plant);
    return true;
  }

  const plants = Object.freeze<MockPlants>({
    get size() {
      return stored.length;
    },
    all: () => stored.slice(),
    get: (id) => (typeof id === "bigint" || Number.isInteger(id) ? latestById.get(BigInt(id)) : undefined),
    findMany(query) {
      const built = query(new Query<StoredPlant>() as PlantQuery) as Query<StoredPlant>;
      return stored.filter((plant) => built.test(plant));
    },
    add(...added) {
      for (const plant of added) {
        const { success, output, issues } = safeParse(newPlantSchema, plant);
        if (!success) {
          throw new TypeError(`The plant to add is invalid: ${issues.map(({ message }) => message).join("; ")}`);
        }
        if (!create(output)) {
          throw new TypeError(
            `The plant to add has the id ${plant.id}, which is in use, and duplicateIds is "reject".`,
          );
        }
      }
    },
    clear() {
      stored = [];
      latestById.clear();
    },
  });
  return { plants, create, latest: (count) => stored.slice(-count) };
}
