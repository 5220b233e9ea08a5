import { type NewPlant, readNewPlant } from "../../src/schemas.ts";
import type { InputIssue } from "../../src/shared/input-issue.ts";
import { InvalidInputError, type Source } from "../invalid-input.ts";

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
