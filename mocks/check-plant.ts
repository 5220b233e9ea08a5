import { type NewPlant, readNewPlant } from "../src/schemas.ts";
import type { InputIssue } from "../src/shared/input-issue.ts";
import { InvalidInputError } from "./invalid-input.ts";

/** Where a value comes from: JavaScript, or JSON over HTTP or in a file. Messages use its words. */
export type Source = "code" | "json";

/** @throws `InvalidInputError` with all problems. It starts with `prefix`. */
export function checkNewPlant(value: unknown, prefix = "", source: Source = "code"): NewPlant {
  const { value: newPlant, issues } = readNewPlant(value);
  if (issues) {
    throw new InvalidInputError(prefix + describeIssues(issues, value, source));
  }
  return newPlant;
}

/** Describes the problems of a plant or a condition. */
export function describeIssues(issues: readonly InputIssue[], value: unknown, source: Source): string {
  const isJsonText = source === "json" && typeof Object(value).id === "string";
  const problems = issues.map(({ message, path }) =>
    isJsonText && path?.[0] === "id" ? "id must be an integer, not text" : message,
  );
  return problems.join("; ");
}

/** @throws `InvalidInputError` for the first plant whose id is in use. The message starts with `toPrefix(index)`. */
export function rejectDuplicates(
  plants: readonly NewPlant[],
  toPrefix: (index: number) => string,
  isInUse: (id: bigint) => boolean = () => false,
): void {
  const ids = new Set<bigint>();
  for (const [index, plant] of plants.entries()) {
    const id = BigInt(plant.id);
    if (ids.has(id) || isInUse(id)) {
      throw new InvalidInputError(`${toPrefix(index)}the id ${id} is in use, and this mock rejects duplicate ids`);
    }
    ids.add(id);
  }
}
