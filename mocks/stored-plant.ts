import { Query } from "@msw/data";
import { NEW_PLANT_FIELDS, type NewPlant, readNewPlant } from "../src/schemas.ts";
import { isObject } from "../src/shared/options.ts";
import { assertKnown, InvalidInputError, ownProperties } from "./invalid-input.ts";

/** A plant in the mock. Its id is always a `bigint`. */
export type StoredPlant = { readonly [Field in keyof NewPlant]: Field extends "id" ? bigint : NewPlant[Field] };

export function toStoredPlant(newPlant: NewPlant): StoredPlant {
  const plant: Record<string, unknown> & { id: bigint } = { id: BigInt(newPlant.id) };
  for (const field of Object.keys(newPlant) as (keyof NewPlant)[]) {
    if (field !== "id" && newPlant[field] !== undefined) {
      plant[field] = newPlant[field];
    }
  }
  return Object.freeze(plant) as Record<string, unknown> & StoredPlant;
}

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

export type PlantTest = (plant: StoredPlant) => boolean;

/** Returns a function that tests plants. @throws `InvalidInputError` when `query` returns no query. */
export function toPlantTest(query: (q: PlantQuery) => PlantQuery): PlantTest {
  const built: unknown = query(new CheckedQuery() as PlantQuery);
  if (!(built instanceof Query)) {
    throw new InvalidInputError('findMany: the function must return a query, such as q.where({ name: "Fern" })');
  }
  return (plant) => built.test(plant);
}

type DataCondition = Parameters<Query<StoredPlant>["and"]>[number];

class CheckedQuery extends Query<StoredPlant> {
  override where(condition: DataCondition) {
    return this.and(condition);
  }

  override and(...conditions: DataCondition[]) {
    return toCheckedQuery(super.and(...conditions.map(checkQueried)));
  }

  override or(...conditions: DataCondition[]) {
    return toCheckedQuery(super.or(...conditions.map(checkQueried)));
  }
}

const toCheckedQuery = (query: Query<StoredPlant>) => new CheckedQuery((plant) => query.test(plant));

const checkQueried = (condition: DataCondition): DataCondition =>
  condition instanceof Query ? condition : (checkCondition(condition, "condition") as DataCondition);

export const matchesCondition = (plant: StoredPlant, condition: PlantCondition): boolean =>
  new Query<StoredPlant>().where(condition as Parameters<Query<StoredPlant>["where"]>[0]).test(plant);

export function checkCondition(condition: unknown, name: string, form?: "JSON"): PlantCondition {
  if (typeof condition === "function") {
    return checkPredicate(condition, name) as PlantCondition;
  }
  if (!isObject(condition)) {
    throw new InvalidInputError(
      `${name} must be an object with fields of a plant${form === "JSON" ? "" : ", or a function"}`,
    );
  }
  const fields = ownProperties<Record<string, unknown>>({ ...condition });
  assertKnown(fields, NEW_PLANT_FIELDS, name);
  const issues = readNewPlant(fields).issues?.filter(({ path: [field = ""] = [] }) => {
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

/** Makes a predicate throw for a promise. Promises are truthy, so an async function would match every plant. */
function checkPredicate(predicate: unknown, name: string): unknown {
  if (typeof predicate !== "function") {
    return predicate;
  }
  return (value: unknown) => {
    const result = predicate(value);
    if (typeof result?.then === "function") {
      // An unhandled rejection would end the process.
      Promise.resolve(result).catch(() => {});
      throw new InvalidInputError(`${name}: the function returned a promise, and conditions are synchronous`);
    }
    return result;
  };
}
