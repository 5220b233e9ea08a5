import { type GenericSchema, type InferOutput, safeParse } from "valibot";
import { PlantStoreInputError } from "./errors/input-error.ts";

/**
 * Gives the input as the schema reads it.
 *
 * @param subject - what the input is, as the message's first words: "The newPlant is".
 * @throws {PlantStoreInputError} with an issue for each fault.
 */
export function checkInput<S extends GenericSchema>(subject: string, schema: S, input: unknown): InferOutput<S> {
  const { success, output, issues } = safeParse(schema, input);
  if (success) {
    return output;
  }
  throw new PlantStoreInputError(
    subject,
    issues.map(({ message, path }) => ({ message, path: path?.map(({ key }) => String(key)) })),
  );
}
