import { readFile } from "node:fs/promises";
import { safeParse } from "valibot";
import { parseJson } from "../mocks/parse-json.ts";
import { type NewPlant, newPlantSchema } from "../src/schemas.ts";
import { UsageError } from "./usage-error.ts";

/**
 * Reads plants from a file with a JSON array of NewPlants, their ids exact.
 *
 * @throws {UsageError} when the file can't be read, or holds anything else.
 */
export async function readSeed(path: string): Promise<NewPlant[]> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === "ENOENT" ? "there is no such file" : error.message;
    throw new UsageError(`The seed ${path} can't be read: ${reason}.`);
  });
  const plants = parse(bytes, path);
  if (!Array.isArray(plants)) {
    throw new UsageError(`The seed ${path} must be an array of plants, such as [{"id": 1, "name": "Fern"}].`);
  }
  return plants.map((plant, index) => {
    const { success, output, issues } = safeParse(newPlantSchema, plant);
    if (!success) {
      throw new UsageError(
        `The seed ${path} is invalid at [${index}]: ${issues.map(({ message }) => message).join("; ")}.`,
      );
    }
    return output;
  });
}

function parse(bytes: Uint8Array, path: string): unknown {
  try {
    return parseJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    const reason = error instanceof SyntaxError ? `no valid JSON: ${error.message}` : "not UTF-8";
    throw new UsageError(`The seed ${path} is ${reason}.`);
  }
}
