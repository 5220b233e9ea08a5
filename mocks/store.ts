import { Query } from "@msw/data";
import { NEW_PLANT_FIELDS, type NewPlant, newPlantSchema, validate } from "../src/schemas.ts";
import { InvalidInputError, ownProperties, refuseUnknown } from "./invalid-input.ts";
import { checkNewPlant } from "./json.ts";

/** A plant in the mock. Its id is always a `bigint`. */
export type StoredPlant = { readonly [Field in keyof NewPlant]: Field extends "id" ? bigint : NewPlant[Field] };

/** A condition: values or predicate functions by field, or one predicate function for the plant. */
export type PlantCondition =
  | { readonly [Field in keyof StoredPlant]?: NewPlant[Field] | ((value: StoredPlant[Field]) => unknown) }
  | ((plant: StoredPlant) => unknown);

/** A query in the syntax of @msw/data. */
export interface PlantQuery {
  /** Selects the plants that match the condition. */
  where(condition: PlantCondition): PlantQuery;
  /** Selects the plants that match the query and all of the conditions. */
  and(...conditions: (PlantQuery | PlantCondition)[]): PlantQuery;
  /** Selects the plants that match the query or one of the conditions. */
  or(...conditions: (PlantQuery | PlantCondition)[]): PlantQuery;
}

/** What the mock does with a second plant with the same id. */
export type DuplicateIds = "accept" | "reject";

/** The plants of a mock. All that it returns is frozen. Safe to destructure. */
export interface MockPlants {
  /** The number of plants. */
  readonly size: number;
  /** Returns all plants, in order of creation: the same array until the plants change. */
  readonly all: () => readonly StoredPlant[];
  /**
   * Returns the latest plant with that id.
   *
   * @example
   * import { createPlantStoreMock } from "plant-store-sdk/mocks";
   *
   * const mock = createPlantStoreMock({ plants: [{ id: 9007199254740993n, name: "Fern" }] });
   * console.log(mock.plants.get(9007199254740993n)?.name); // Fern
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
   * const ferns = mock.plants.findMany((q) => q.where({ name: (name) => name.startsWith("Fern") }));
   * console.log(ferns.length); // 2
   * console.log(mock.plants.findMany((q) => q.where({ name: "Fern" }).and({ id: 1n })).length); // 1
   */
  readonly findMany: (query: (q: PlantQuery) => PlantQuery) => readonly StoredPlant[];
  /**
   * Adds plants, as requests do.
   *
   * @throws `TypeError` when one isn't a NewPlant, or when its id is in use and `duplicateIds` is "reject". The plants
   * before it are added.
   *
   * @example
   * import { createPlantStoreMock } from "plant-store-sdk/mocks";
   *
   * const mock = createPlantStoreMock();
   * mock.plants.add({ id: 1, name: "Fern" }, { id: 9007199254740993n, name: "Monstera", tag: "tropical" });
   * console.log(mock.plants.size); // 2
   */
  readonly add: (...plants: readonly NewPlant[]) => void;
  /** Removes all plants. */
  readonly clear: () => void;
}

/** The plants of a mock, with what only the mock itself uses. */
export interface PlantStore {
  readonly plants: MockPlants;
  /** Adds a valid plant. Returns `false` when its id is in use and duplicates are rejected. */
  readonly create: (newPlant: NewPlant) => boolean;
  /** Replaces all plants with the initial ones. */
  readonly reset: () => void;
  /** Removes all plants with that id. Returns whether there was one. */
  readonly remove: (id: bigint) => boolean;
  /** The latest plants, in order of creation. */
  readonly latest: (count: number) => readonly StoredPlant[];
}

/** Initial plants, which several stores may share. */
export interface Seed {
  readonly plants: readonly StoredPlant[];
  /** The latest plant with each id. */
  readonly byId: ReadonlyMap<bigint, StoredPlant>;
}

export function createSeed(newPlants: readonly NewPlant[]): Seed {
  const plants = Object.freeze(newPlants.map(toStoredPlant));
  return { plants, byId: new Map(plants.map((plant) => [plant.id, plant])) };
}

const NO_SEED = createSeed([]);

/** The plant with its id as a `bigint`, without undefined fields, frozen. */
export function toStoredPlant(newPlant: NewPlant): StoredPlant {
  const plant: Record<string, unknown> & { id: bigint } = { id: BigInt(newPlant.id) };
  for (const field of Object.keys(newPlant) as (keyof NewPlant)[]) {
    if (field !== "id" && newPlant[field] !== undefined) {
      plant[field] = newPlant[field];
    }
  }
  return Object.freeze(plant) as Record<string, unknown> & StoredPlant;
}

/** Whether a plant matches a condition. */
export const matchesCondition = (plant: StoredPlant, condition: PlantCondition): boolean =>
  new Query<StoredPlant>().where(condition as Parameters<Query<StoredPlant>["where"]>[0]).test(plant);

/**
 * Makes a store.
 *
 * It uses the queries of @msw/data but not its Collection, which creates records asynchronously, has no unique fields, finds
 * an id by a scan, and takes longer for a record than the rest of a response.
 */
export function createPlantStore(
  duplicateIds: DuplicateIds,
  initial: Seed,
  seed: Seed,
  onChange: () => void,
): PlantStore {
  let stored: StoredPlant[];
  /** The result of `all`, until the plants change. */
  let shown: readonly StoredPlant[] | undefined;
  /** The latest plants by id: those of the seed, and those created later. */
  let seeded: Seed["byId"];
  let created: Map<bigint, StoredPlant>;
  const get = (id: bigint) => created.get(id) ?? seeded.get(id);
  const all = () => {
    shown ??= Object.freeze(stored.slice());
    return shown;
  };

  function create(newPlant: NewPlant): boolean {
    const plant = toStoredPlant(newPlant);
    if (duplicateIds === "reject" && get(plant.id)) {
      return false;
    }
    stored.push(plant);
    created.set(plant.id, plant);
    shown = undefined;
    return true;
  }

  function replace({ plants, byId }: Seed): void {
    stored = plants.slice();
    shown = plants;
    seeded = byId;
    created = new Map();
  }
  replace(initial);

  const plants = Object.freeze<MockPlants>({
    get size() {
      return stored.length;
    },
    all,
    get: (id) => (typeof id === "bigint" || Number.isInteger(id) ? get(BigInt(id)) : undefined),
    findMany(query) {
      const built = query(new CheckedQuery() as PlantQuery);
      if (!(built instanceof Query)) {
        throw new InvalidInputError('findMany: the function must return a query, such as q.where({ name: "Fern" })');
      }
      return Object.freeze(stored.filter((plant) => built.test(plant)));
    },
    add(...added) {
      if (Array.isArray(added[0])) {
        throw new InvalidInputError("Invalid plant: it is an array. Pass plants as separate arguments: add(...plants)");
      }
      try {
        for (const plant of added) {
          if (!create(checkNewPlant(plant, "Invalid plant: "))) {
            throw new InvalidInputError(`Invalid plant: the id ${plant.id} is in use, and duplicateIds is "reject"`);
          }
        }
      } finally {
        onChange();
      }
    },
    clear() {
      replace(NO_SEED);
      onChange();
    },
  });

  return {
    plants,
    create(newPlant) {
      const isCreated = create(newPlant);
      if (isCreated) {
        onChange();
      }
      return isCreated;
    },
    reset() {
      replace(seed);
      onChange();
    },
    remove(id) {
      if (get(id) === undefined) {
        return false;
      }
      replace({
        plants: Object.freeze(stored.filter((plant) => plant.id !== id)),
        byId: new Map([...seeded, ...created].filter(([other]) => other !== id)),
      });
      onChange();
      return true;
    },
    latest: (count) => stored.slice(-count),
  };
}

type DataCondition = Parameters<Query<StoredPlant>["and"]>[number];

/** A query of @msw/data that checks conditions. */
class CheckedQuery extends Query<StoredPlant> {
  override where(condition: DataCondition) {
    return this.and(condition);
  }

  override and(...conditions: DataCondition[]) {
    return toChecked(super.and(...conditions.map(checkQueried)));
  }

  override or(...conditions: DataCondition[]) {
    return toChecked(super.or(...conditions.map(checkQueried)));
  }
}

const toChecked = (query: Query<StoredPlant>) => new CheckedQuery((plant) => query.test(plant));

const checkQueried = (condition: DataCondition): DataCondition =>
  condition instanceof Query ? condition : (checkCondition(condition, "condition") as DataCondition);

/**
 * Checks a condition for plants.
 *
 * @throws {InvalidInputError} when it isn't a condition for plants.
 */
export function checkCondition(condition: unknown, name: string): PlantCondition {
  if (typeof condition === "function") {
    return refusePromise(condition as (value: unknown) => unknown, name);
  }
  if (typeof condition !== "object" || condition === null || Array.isArray(condition)) {
    throw new InvalidInputError(`${name} must be an object with fields of a plant, or a function`);
  }
  const fields = ownProperties<Record<string, unknown>>({ ...condition });
  refuseUnknown(fields, NEW_PLANT_FIELDS, name);
  const issues = validate(newPlantSchema, fields).issues?.filter(({ path: [field = ""] = [] }) => {
    return field in fields && typeof fields[field] !== "function";
  });
  if (issues?.length) {
    throw new InvalidInputError(`${name}: ${issues.map(({ message }) => message).join("; ")}`);
  }
  for (const [field, value] of Object.entries(fields)) {
    if (typeof value === "function") {
      fields[field] = refusePromise(value as (value: unknown) => unknown, name);
    }
  }
  return typeof fields.id === "number" ? { ...fields, id: BigInt(fields.id) } : fields;
}

/** A promise is truthy, so an async function would match every plant. */
function refusePromise<T>(matches: (value: T) => unknown, name: string): (value: T) => unknown {
  return (value) => {
    const result = matches(value);
    if (typeof (result as { then?: unknown } | undefined | null)?.then === "function") {
      throw new InvalidInputError(`${name}: the function returned a promise, and conditions are synchronous`);
    }
    return result;
  };
}
