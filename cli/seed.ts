import { readFile } from "node:fs/promises";
import { InvalidInputError } from "../mocks/invalid-input.ts";
import { decodeBody, readNewPlants } from "../mocks/json.ts";
import type { NewPlant } from "../src/schemas.ts";
import { UsageError } from "./usage-error.ts";

/**
 * Reads plants from a file with a JSON array of NewPlants, with exact ids.
 *
 * @throws UsageError when the file can't be read, or has other content.
 */
export async function readSeed(path: string): Promise<NewPlant[]> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`Can't read seed ${path}: ${error.code === "ENOENT" ? "no such file" : error.message}.`);
  });
  try {
    return readNewPlants(decodeBody(bytes));
  } catch (error) {
    throw error instanceof InvalidInputError ? new UsageError(`Invalid seed ${path}: ${error.message}.`) : error;
  }
}
