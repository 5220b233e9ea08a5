import { isObject } from "../../shared/option-checks.ts";
import type { NewPlant } from "../../shared/records.ts";
import { NEW_PLANT_FIELDS } from "../../src/schemas.ts";
import { InvalidInputError } from "../input/invalid-input.ts";
import { parseJson } from "../input/parse-json.ts";
import { checkNewPlant } from "./check-plant.ts";

/** Reads the plants of a seed or the control API. Only the control API accepts a single plant. */
export function plantsFromJson(text: string, isOneAllowed = false): Readonly<NewPlant>[] {
  const value = parseJson(text);
  if (Array.isArray(value)) {
    return value.map((plant, index) => checkNewPlant(plant, `plants[${index}]: `));
  }
  if (isOneAllowed && isObject(value) && NEW_PLANT_FIELDS.some((field) => Object.hasOwn(value, field))) {
    return [checkNewPlant(value, "plant: ")];
  }
  throw new InvalidInputError(`expected ${isOneAllowed ? "a NewPlant or " : ""}an array of NewPlants`);
}
