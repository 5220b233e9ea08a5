import { type NewPlant, readNewPlant } from "../src/schemas.ts";
import { unknownName } from "../src/shared/nearest.ts";

export class InvalidInputError extends TypeError {}

/** Adds the period that messages lack, unless the message ends in a question: "did you mean name?" */
export const endSentence = (message: string): string => (message.endsWith("?") ? message : `${message}.`);

export function assertKnown(members: object, known: readonly string[], name: string, kind = "field"): void {
  const unknown = Object.keys(members).find((member) => !known.includes(member));
  if (unknown !== undefined) {
    throw new InvalidInputError(`${name}: ${unknownName(kind, unknown, known)}`);
  }
}

export function checkNewPlant(value: unknown, name = "", idProblem?: string): NewPlant {
  const { value: newPlant, issues } = readNewPlant(value);
  if (issues) {
    const problems = issues.map(({ message, path }) => (path?.[0] === "id" && idProblem) || message);
    throw new InvalidInputError(name + problems.join("; "));
  }
  return newPlant;
}
