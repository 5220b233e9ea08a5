import { Query } from "@msw/data";
import { safeParse } from "valibot";
import { type NewPlant, newPlantSchema } from "../src/schemas.ts";

/** A plant as the mock keeps it (I5). The id is always a `bigint`. */
export interface StoredPlant {
  /** The plant's identification number, exact (I5). */
  readonly id: bigint;
  /** The plant's name (I4). */
  readonly name: string;
  /** Which type of plant it is (I4); absent where it has none. */
  readonly tag?: string | undefined;
}

/** What a plant must be: fields with their values or with functions that tell, or one function for the whole plant. */
export type PlantCondition =
  | { readonly [Field in keyof StoredPlant]?: StoredPlant[Field] | ((value: StoredPlant[Field]) => unknown) }
  | ((plant: StoredPlant) => unknown);

/** A query in the syntax of @msw/data. */
export interface PlantQuery {
  /**
   * Plants for which the condition holds. Throws nothing.
   *
   * @example
   * import { createPlantStoreMock } from "plant-store-sdk/mocks";
   *
   * const mock = createPlantStoreMock({ plants: [{ id: 1, name: "Fern", tag: "indoor" }, { id: 2, name: "Moss" }] });
   * console.log(mock.plants.findMany((q) => q.where({ tag: "indoor" })).length); // 1
   * console.log(mock.plants.findMany((q) => q.where({ id: (id) => id > 1n })).length); // 1
   */
  where(condition: PlantCondition): PlantQuery;
  /**
   * Plants for which the query and all of the conditions hold. Throws nothing.
   *
   * @example
   * import { createPlantStoreMock } from "plant-store-sdk/mocks";
   *
   * const mock = createPlantStoreMock({ plants: [{ id: 1, name: "Fern", tag: "indoor" }, { id: 2, name: "Fern" }] });
   * console.log(mock.plants.findMany((q) => q.where({ name: "Fern" }).and({ tag: "indoor" })).length); // 1
   */
  and(...conditions: (PlantQuery | PlantCondition)[]): PlantQuery;
  /**
   * Plants for which the query or one of the conditions holds. Throws nothing.
   *
   * @example
   * import { createPlantStoreMock } from "plant-store-sdk/mocks";
   *
   * const mock = createPlantStoreMock({ plants: [{ id: 1, name: "Fern" }, { id: 2, name: "Moss" }] });
   * console.log(mock.plants.findMany((q) => q.where({ name: "Fern" }).or({ name: "Moss" })).length); // 2
   */
  or(...conditions: (PlantQuery | PlantCondition)[]): PlantQuery;
}

/** What becomes of a second plant with an id in use, on which the interface is silent. */
export type DuplicateIds = "accept" | "reject";

/** The plants that a mock holds (I5), as its users see them. What it hands out are frozen copies. No method needs `this`. */
export interface MockPlants {
  /** How many plants there are. */
  readonly size: number;
  /**
   * All plants, in order of creation. Throws nothing.
   *
   * @example
   * import { createPlantStoreMock } from "plant-store-sdk/mocks";
   *
   * const mock = createPlantStoreMock({ plants: [{ id: 1, name: "Fern" }] });
   * console.log(mock.plants.all()); // [ { id: 1n, name: 'Fern' } ]
   */
  readonly all: () => readonly StoredPlant[];
  /**
   * The latest plant with that id; none has an id that is no integer. Throws nothing.
   *
   * @example
   * import { createPlantStoreMock } from "plant-store-sdk/mocks";
   *
   * const mock = createPlantStoreMock({ plants: [{ id: 9007199254740993n, name: "Fern" }] });
   * console.log(mock.plants.get(9007199254740993n)?.name); // Fern
   */
  readonly get: (id: number | bigint) => StoredPlant | undefined;
  /**
   * The plants that match, in order of creation.
   *
   * @throws what a function of the query throws.
   *
   * @example
   * import { createPlantStoreMock } from "plant-store-sdk/mocks";
   *
   * const mock = createPlantStoreMock({ plants: [{ id: 1, name: "Fern" }, { id: 2, name: "Fern moss" }] });
   * const ferns = mock.plants.findMany((q) => q.where({ name: (name) => name.startsWith("Fern") }));
   * console.log(ferns.length); // 2
   */
  readonly findMany: (query: (q: PlantQuery) => PlantQuery) => readonly StoredPlant[];
  /**
   * Adds plants, as requests would.
   *
   * @throws `TypeError` when one is no NewPlant, or when its id is in use and `duplicateIds` is "reject". Those before it
   * stay.
   *
   * @example
   * import { createPlantStoreMock } from "plant-store-sdk/mocks";
   *
   * const mock = createPlantStoreMock();
   * mock.plants.add({ id: 1, name: "Fern" }, { id: 9007199254740993n, name: "Monstera", tag: "tropical" });
   * console.log(mock.plants.size); // 2
   */
  readonly add: (...plants: readonly NewPlant[]) => void;
  /**
   * Removes all plants. Throws nothing.
   *
   * @example
   * import { createPlantStoreMock } from "plant-store-sdk/mocks";
   *
   * const mock = createPlantStoreMock({ plants: [{ id: 1, name: "Fern" }] });
   * mock.plants.clear();
   * console.log(mock.plants.size); // 0
   */
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
