import { PlantStoreInputError } from "./errors/input-error.ts";
import { isInt64 } from "./schemas.ts";

/**
 * Reads a plant's id from its decimal digits, exactly, for forms and databases that hand over digits as text (I5).
 *
 * @param text - digits without leading zeros, after a minus sign for a negative id.
 * @throws {@link PlantStoreInputError} when the text is anything else, or no int64.
 *
 * @example
 * import { parsePlantId } from "plant-store-sdk";
 *
 * console.log(parsePlantId("9007199254740993")); // 9007199254740993n
 * console.log(Number("9007199254740993")); // 9007199254740992
 */
export function parsePlantId(text: string): bigint {
  // The bound on the digits keeps BigInt, which is quadratic, from a text of megabytes.
  const id = /^-?(?:0|[1-9]\d{0,18})$/.test(text) ? BigInt(text) : undefined;
  if (!isInt64(id)) {
    const message = "must be the digits of an int64";
    throw new PlantStoreInputError("The plant id is", [{ message }]);
  }
  return id;
}
