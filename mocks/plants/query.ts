import { Query } from "@msw/data";
import { NEW_PLANT_FIELDS, type NewPlant, readNewPlant } from "../../src/schemas.ts";
import { isObject } from "../../src/shared/predicates.ts";
import { assertKnown, InvalidInputError, type Source } from "../invalid-input.ts";
import type { StoredPlant } from "../stored-plant.ts";
import { describeIssues } from "./check-plant.ts";

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

/** Checks its conditions. @msw/data itself accepts unknown fields and promises, and never matches a field that is undefined. */
class CheckedQuery extends Query<StoredPlant> {
  override where(condition: DataCondition) {
    return this.and(condition);
  }

  override and(...conditions: DataCondition[]) {
    return toCheckedQuery(super.and(...conditions.map(toPredicate)));
  }

  override or(...conditions: DataCondition[]) {
    return toCheckedQuery(super.or(...conditions.map(toPredicate)));
  }
}

const toCheckedQuery = (query: Query<StoredPlant>) => new CheckedQuery((plant) => query.test(plant));

const toPredicate = (condition: DataCondition): DataCondition =>
  condition instanceof Query ? condition : compileCondition(condition, "condition");

/** @throws `InvalidInputError` when the condition is invalid. `name` is for the message. */
export function compileCondition(condition: unknown, name: string, source: Source = "code"): PlantTest {
  if (typeof condition === "function") {
    return (plant) => Boolean(rejectPromise(condition(plant), name));
  }
  if (!isObject(condition)) {
    const functionHint = source === "code" ? ", or a function" : "";
    throw new InvalidInputError(`${name} must be an object with fields of a plant${functionHint}`);
  }
  assertKnown(condition, NEW_PLANT_FIELDS, name);
  const isValue = (field: string) => condition[field] !== undefined && typeof condition[field] !== "function";
  const issues = readNewPlant(condition).issues?.filter(({ path }) => isValue(String(path?.[0])));
  if (issues?.length) {
    throw new InvalidInputError(`${name}: ${describeIssues(issues, condition, source)}`);
  }
  const tests = Object.entries(condition).map(([field, expected]): PlantTest => {
    const key = field as keyof StoredPlant;
    if (typeof expected === "function") {
      return (plant) => Boolean(rejectPromise(expected(plant[key]), name));
    }
    // Only ids are stored as bigints.
    const value = field === "id" && typeof expected === "number" ? BigInt(expected) : expected;
    return (plant) => plant[key] === value;
  });
  return (plant) => tests.every((test) => test(plant));
}

/** Promises are truthy, so an async function would match every plant. */
function rejectPromise(result: unknown, name: string): unknown {
  if (typeof Object(result).then === "function") {
    // An unhandled rejection would end the process.
    Promise.resolve(result).catch(() => {});
    throw new InvalidInputError(`${name}: the function returned a promise, and conditions are synchronous`);
  }
  return result;
}
