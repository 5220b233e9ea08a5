import { PlantStoreError } from "./plant-store-error.ts";

/** What is wrong, and where: the shape of a Standard Schema issue. */
export interface InputIssue {
  readonly message: string;
  /** The way to the field, such as `["id"]`; absent where the whole input is meant. */
  readonly path?: readonly string[] | undefined;
}

/** The options or the NewPlant are invalid. Thrown before anything is sent. */
export class PlantStoreInputError extends PlantStoreError {
  override readonly name = "PlantStoreInputError";
  /** One issue for each fault. */
  readonly issues: readonly InputIssue[];

  /** @param subject - what is invalid, as the message's first words: "The newPlant is". */
  constructor(subject: string, issues: readonly InputIssue[]) {
    super(`${subject} invalid: ${issues.map((issue) => issue.message).join("; ")}`);
    this.issues = issues;
  }
}
