import type { InputIssue } from "../../shared/input-issue.ts";
import type { NewPlant } from "../../shared/records.ts";
import { parsePlantId } from "../../src/forms.ts";
import { readNewPlant } from "../../src/schemas.ts";
import { InvalidInputError } from "../input/invalid-input.ts";

/**
 * Makes a plant of the mock: a frozen copy of a NewPlant, with its id as `normalizeId` returns it.
 *
 * @throws `InvalidInputError` with all problems. It starts with `prefix`.
 */
export function checkNewPlant(value: unknown, prefix = ""): Readonly<NewPlant> {
  const { value: newPlant, issues } = readNewPlant(value);
  if (issues) {
    throw new InvalidInputError(prefix + describeIssues(issues));
  }
  newPlant.id = normalizeId(newPlant.id);
  return Object.freeze(newPlant);
}

/** Reads an id from the path or the query of a request. */
export function parseId(text: string): bigint {
  try {
    return parsePlantId(text);
  } catch (error) {
    throw new InvalidInputError((error as Error).message);
  }
}

/** Returns a safe integer as a `number`, and any other id as it is, a `bigint`. So equal ids are the same value. */
export function normalizeId(id: number | bigint): number | bigint {
  const number = Number(id);
  // Adding 0 makes 0 of -0.
  return Number.isSafeInteger(number) ? number + 0 : id;
}

/** Describes the problems of a plant or a condition. */
export const describeIssues = (issues: readonly InputIssue[]): string =>
  issues.map(({ message }) => message).join("; ");
