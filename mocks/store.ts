import { Query } from "@msw/data";
import { NEW_PLANT_FIELDS, type NewPlant, newPlantSchema, validate } from "../src/schemas.ts";
import { toJson } from "../src/shared/json.ts";
import { checkNewPlant, InvalidInputError, ownProperties, refuseUnknown } from "./invalid-input.ts";
import { readNewPlants } from "./json.ts";

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
  /** Returns the latest plant with that id. */
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
   * @throws `TypeError` when one is invalid, or its id is in use and `duplicateIds` is "reject". Those before it are added.
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

export function toStoredPlant(newPlant: NewPlant): StoredPlant {
  const plant: Record<string, unknown> & { id: bigint } = { id: BigInt(newPlant.id) };
  for (const field of Object.keys(newPlant) as (keyof NewPlant)[]) {
    if (field !== "id" && newPlant[field] !== undefined) {
      plant[field] = newPlant[field];
    }
  }
  return Object.freeze(plant) as Record<string, unknown> & StoredPlant;
}

interface StoreOptions {
  readonly duplicateIds: DuplicateIds;
  readonly seed: Seed;
  readonly initial: Seed;
  readonly onChange: () => void;
}

export type PlantStore = ReturnType<typeof createPlantStore>;

// Of @msw/data only queries: its Collection creates asynchronously, has no unique fields, and finds an id by a scan.
export function createPlantStore({ duplicateIds, seed, initial, onChange }: StoreOptions) {
  let stored: StoredPlant[];
  let shown: readonly StoredPlant[] | undefined;
  let seeded: Seed["byId"];
  let created: Map<bigint, StoredPlant>;
  const get = (id: bigint) => created.get(id) ?? seeded.get(id);

  function push(newPlant: NewPlant): boolean {
    const plant = toStoredPlant(newPlant);
    if (duplicateIds === "reject" && get(plant.id)) {
      return false;
    }
    stored.push(plant);
    created.set(plant.id, plant);
    shown = undefined;
    return true;
  }

  function load({ plants, byId }: Seed): void {
    stored = plants.slice();
    shown = plants;
    seeded = byId;
    created = new Map();
  }

  function replace(plants: Seed): void {
    load(plants);
    onChange();
  }
  load(initial);

  const plants = Object.freeze<MockPlants>({
    get size() {
      return stored.length;
    },
    all() {
      shown ??= Object.freeze(stored.slice());
      return shown;
    },
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
          if (!push(checkNewPlant(plant, "Invalid plant: "))) {
            throw new InvalidInputError(`Invalid plant: the id ${plant.id} is in use, and duplicateIds is "reject"`);
          }
        }
      } finally {
        onChange();
      }
    },
    clear: () => replace(createSeed([])),
  });

  return {
    plants,
    create(newPlant: NewPlant): boolean {
      const isCreated = push(newPlant);
      if (isCreated) {
        onChange();
      }
      return isCreated;
    },
    reset: () => replace(seed),
    remove(id: bigint): boolean {
      const isStored = get(id) !== undefined;
      if (isStored) {
        replace(createSeed(stored.filter((plant) => plant.id !== id)));
      }
      return isStored;
    },
    latest: (count: number): readonly StoredPlant[] => stored.slice(-count),
  };
}

/** The part of the Web Storage API that a mock uses. Both methods are synchronous. */
export interface MockStorage {
  /** Returns the text stored under the key, or null if there is none. */
  getItem(key: string): string | null;
  /** Stores the text under the key. */
  setItem(key: string, value: string): void;
}

export function openStorage(storage: MockStorage, key: string) {
  let hasWarned = false;
  const attempt = <T>(failure: string, action: () => T): T | undefined => {
    try {
      return action();
    } catch (error) {
      if (!hasWarned) {
        hasWarned = true;
        const reason = error instanceof Error ? error.message : String(error);
        console.warn(`Plant Store mock: ${failure} ${JSON.stringify(key)} in storage: ${reason}`);
      }
      return undefined;
    }
  };
  return {
    read: () =>
      attempt("ignored", () => {
        const json = storage.getItem(key);
        return json === null || json === undefined ? undefined : createSeed(readNewPlants(json).map(toStoredPlant));
      }),
    write: (plants: readonly StoredPlant[]) => attempt("can't write", () => storage.setItem(key, toJson(plants))),
  };
}

type DataCondition = Parameters<Query<StoredPlant>["and"]>[number];

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

export const matchesCondition = (plant: StoredPlant, condition: PlantCondition): boolean =>
  new Query<StoredPlant>().where(condition as Parameters<Query<StoredPlant>["where"]>[0]).test(plant);

export function checkCondition(condition: unknown, name: string): PlantCondition {
  if (typeof condition === "function") {
    return checkPredicate(condition, name) as PlantCondition;
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
    fields[field] = checkPredicate(value, name);
  }
  return typeof fields.id === "number" ? { ...fields, id: BigInt(fields.id) } : fields;
}

/** A function that refuses promises: they are truthy, so an async function would match every plant. */
function checkPredicate(predicate: unknown, name: string): unknown {
  if (typeof predicate !== "function") {
    return predicate;
  }
  return (value: unknown) => {
    const result = predicate(value);
    if (typeof result?.then === "function") {
      throw new InvalidInputError(`${name}: the function returned a promise, and conditions are synchronous`);
    }
    return result;
  };
}
