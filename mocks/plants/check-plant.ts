import type { InputIssue } from "../../shared/input-issue.ts";
import type { NewPlant } from "../../shared/records.ts";
import { readNewPlant } from "../../src/schemas.ts";
import { InvalidInputError, type Source } from "../input/invalid-input.ts";

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
