import { PlantStoreError } from "./plant-store-error.ts";

/** What is wrong with a NewPlant (I5) or with options, and where: the shape of a Standard Schema issue. */
export interface InputIssue {
  /** What is wrong, in words that quote no value, which may be a secret. */
  readonly message: string;
  /** The way to the field, such as `["id"]`; absent where the whole input is meant. */
  readonly path?: readonly string[] | undefined;
}

/**
 * The options or the NewPlant (I5) are invalid. Thrown before anything is sent.
 *
 * @hideconstructor
 *
 * @example
 * import { PlantStoreInputError, parsePlantId } from "plant-store-sdk";
 *
 * try {
 *   parsePlantId("12 ferns");
 * } catch (error) {
 *   console.log(error instanceof PlantStoreInputError && error.issues); // [ { message: 'must be the digits of an int64' } ]
 * }
 */
export class PlantStoreInputError extends PlantStoreError {
  /** The same in every copy of the package, where `instanceof` is not. */
  override readonly name = "PlantStoreInputError";
  /** One issue for each fault. */
  readonly issues: readonly InputIssue[];

  /** @param subject - what is invalid, as the message's first words: "The newPlant is". */
  constructor(subject: string, issues: readonly InputIssue[]) {
    super(`${subject} invalid: ${issues.map((issue) => issue.message).join("; ")}`);
    this.issues = issues;
  }
}
