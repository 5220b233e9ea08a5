import { isObject } from "../../shared/option-checks.ts";
import type { NewPlant } from "../../shared/records.ts";
import { readRecord } from "../../src/read-record.ts";
import { newPlantFields } from "../../src/schemas.ts";
import { assertKnown, InvalidInputError } from "../input/invalid-input.ts";
import { describeIssues, normalizeId } from "./check-plant.ts";

/**
 * A condition: values or predicate functions by field, or one predicate function for the plant. An id may be given as a
 * `number` or a `bigint`. A function gets a `bigint` only beyond 2^53 − 1: compare an id of unknown size as `BigInt(id)`.
 */
export type PlantCondition =
  | { readonly [Field in keyof NewPlant]?: NewPlant[Field] | ((value: NewPlant[Field]) => unknown) }
  | ((plant: Readonly<NewPlant>) => unknown);

export type PlantTest = (plant: Readonly<NewPlant>) => boolean;

/** @throws `InvalidInputError` that starts with `subject`, unless the condition is valid. */
export function compileCondition(condition: unknown, subject: string): PlantTest {
  if (typeof condition === "function") {
    return (plant) => isTruthy(condition(plant), subject);
  }
  if (!isObject(condition)) {
    throw new InvalidInputError(`${subject} must be an object with fields of a plant or, in code, a function`);
  }
  assertKnown(condition, Object.keys(newPlantFields), subject);
  const isValue = ([field]: [string, unknown]) =>
    condition[field] !== undefined && typeof condition[field] !== "function";
  const { issues } = readRecord<object>(Object.fromEntries(Object.entries(newPlantFields).filter(isValue)), condition);
  if (issues) {
    throw new InvalidInputError(`${subject}: ${describeIssues(issues)}`);
  }
  const tests = Object.entries(condition).map(([field, expected]): PlantTest => {
    const key = field as keyof NewPlant;
    if (typeof expected === "function") {
      return (plant) => isTruthy(expected(plant[key]), subject);
    }
    const value = key === "id" ? normalizeId(expected as NewPlant["id"]) : expected;
    return (plant) => plant[key] === value;
  });
  return (plant) => tests.every((test) => test(plant));
}

/** Throws for a promise, which would be truthy for every plant. */
function isTruthy(result: unknown, subject: string): boolean {
  if (typeof Object(result).then === "function") {
    // An unhandled rejection would end the process.
    Promise.resolve(result).catch(() => {});
    throw new InvalidInputError(`${subject}: the function returned a promise, and conditions are synchronous`);
  }
  return Boolean(result);
}
