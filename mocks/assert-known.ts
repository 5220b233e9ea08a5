import { unknownName } from "../src/shared/nearest.ts";
import { InvalidInputError } from "./invalid-input.ts";

/** @throws `InvalidInputError` that names the first unknown member, and what was probably meant. */
export function assertKnown(members: object, known: readonly string[], name: string, kind = "field"): void {
  const unknown = Object.keys(members).find((member) => !known.includes(member));
  if (unknown !== undefined) {
    throw new InvalidInputError(`${name}: ${unknownName(kind, unknown, known)}`);
  }
}
