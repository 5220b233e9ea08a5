import { isObject } from "../../shared/option-checks.ts";
import type { InputIssue } from "../../shared/read-record.ts";
import { NEW_PLANT_FIELDS, type NewPlant, readNewPlant } from "../../src/schemas.ts";
import { parseJson } from "../wire/json.ts";
import { InvalidInputError, type Source } from "../wire/user-mistakes.ts";

/**
 * Makes a plant of the mock: a frozen copy of a NewPlant, with its id as `normalizeId` returns it.
 *
 * @throws `InvalidInputError` with all problems. It starts with `prefix`.
 */
export function checkNewPlant(value: unknown, prefix = "", source: Source = "code"): Readonly<NewPlant> {
  const { value: newPlant, issues } = readNewPlant(value);
  if (issues) {
    throw new InvalidInputError(prefix + describeIssues(issues, value, source));
  }
  newPlant.id = normalizeId(newPlant.id);
  return Object.freeze(newPlant);
}

/** Returns a safe integer as a `number`, and any other id as it is, a `bigint`. So equal ids are the same value. */
export function normalizeId(id: number | bigint): number | bigint {
  const number = Number(id);
  // Adding 0 makes 0 of -0.
  return Number.isSafeInteger(number) ? number + 0 : id;
}

/** Describes the problems of a plant or a condition. */
export function describeIssues(issues: readonly InputIssue[], value: unknown, source: Source): string {
  const isJsonText = source === "json" && typeof Object(value).id === "string";
  const problems = issues.map(({ message, path }) =>
    isJsonText && path?.[0] === "id" ? "id must be an integer, not text" : message,
  );
  return problems.join("; ");
}

/** What the mock does with a second plant with the same id. */
export type DuplicateIds = "accept" | "reject";

export const describeDuplicate = (id: number | bigint): string =>
  `id ${id} is in use, and this mock rejects duplicate ids`;

/** @throws `InvalidInputError` for the first plant whose id is in use. The message starts with `toPrefix(index)`. */
export function rejectDuplicates(
  plants: readonly NewPlant[],
  toPrefix: (index: number) => string,
  isInUse: (id: number | bigint) => boolean = () => false,
): void {
  const ids = new Set<number | bigint>();
  for (const [index, { id }] of plants.entries()) {
    if (ids.has(id) || isInUse(id)) {
      throw new InvalidInputError(`${toPrefix(index)}the ${describeDuplicate(id)}`);
    }
    ids.add(id);
  }
}

/** Reads the plants of a seed or the control API. Only the control API accepts a single plant. */
export function plantsFromJson(text: string, isOneAllowed = false): Readonly<NewPlant>[] {
  const value = parseJson(text);
  if (Array.isArray(value)) {
    return value.map((plant, index) => checkNewPlant(plant, `plants[${index}]: `, "json"));
  }
  if (isOneAllowed && isObject(value) && NEW_PLANT_FIELDS.some((field) => Object.hasOwn(value, field))) {
    return [checkNewPlant(value, "plant: ", "json")];
  }
  throw new InvalidInputError(`expected ${isOneAllowed ? "a NewPlant or " : ""}an array of NewPlants`);
}
