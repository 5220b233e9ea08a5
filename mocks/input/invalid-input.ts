import { unknownName } from "../../shared/nearest.ts";

/** What a user passed, or sent to the mock, is invalid. Its message has no period at the end. */
export class InvalidInputError extends TypeError {}

/** @throws `InvalidInputError` that names the first unknown member, and what was probably meant. */
export function assertKnown(members: object, known: readonly string[], subject: string, kind = "field"): void {
  const unknown = Object.keys(members).find((member) => !known.includes(member));
  if (unknown !== undefined) {
    throw new InvalidInputError(`${subject}: ${unknownName(kind, unknown, known)}`);
  }
}

/** Puts a subject before the message of an `InvalidInputError`. Throws anything else again, which is a bug. */
export function describeInvalid(subject: string, error: unknown): string {
  if (error instanceof InvalidInputError) {
    return `${subject}: ${error.message}`;
  }
  throw error;
}

/** Reads input. If it is invalid, the message of the `InvalidInputError` starts with the subject. */
export function readInput<T>(subject: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new InvalidInputError(describeInvalid(subject, error));
  }
}

/** Adds the period that messages lack, unless the message ends in a question: "did you mean name?" */
export const endSentence = (message: string): string => (message.endsWith("?") ? message : `${message}.`);
