import { NEW_PLANT_FIELDS, type NewPlant } from "../../src/schemas.ts";
import { isObject } from "../../src/shared/predicates.ts";
import type { Redact } from "../../src/shared/redact.ts";
import { InvalidInputError } from "../invalid-input.ts";
import { parseJson } from "../parse-json.ts";
import { checkNewPlant } from "./check-plant.ts";

export const newPlantFromJson = (text: string, redact: Redact): Readonly<NewPlant> =>
  checkNewPlant(parseJson(text, redact), "", "json");

/** Reads the plants of a seed, a storage or the control API. Only the control API accepts a single plant. */
export function plantsFromJson(text: string, isOneAllowed = false, redact?: Redact): Readonly<NewPlant>[] {
  const value = parseJson(text, redact);
  if (Array.isArray(value)) {
    return value.map((plant, index) => checkNewPlant(plant, `plants[${index}]: `, "json"));
  }
  if (isOneAllowed && isObject(value) && NEW_PLANT_FIELDS.some((field) => Object.hasOwn(value, field))) {
    return [checkNewPlant(value, "plant: ", "json")];
  }
  throw new InvalidInputError(`expected ${isOneAllowed ? "a NewPlant or " : ""}an array of NewPlants`);
}
