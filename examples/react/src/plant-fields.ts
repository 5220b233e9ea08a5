import { type NewPlant, newPlantSchema, parsePlantId } from "plant-store-sdk";
import * as v from "valibot";

/** A NewPlant from the form's fields, which are text; an empty one is absent. A Standard Schema, as the SDK's own schema is. */
export const plantFieldsSchema = v.pipe(
  v.object({ id: v.string(), name: v.string(), tag: v.string() }),
  v.transform(
    ({ id, name, tag }): Partial<NewPlant> => ({
      ...(id && { id: readId(id) }),
      ...(name && { name }),
      ...(tag && { tag }),
    }),
  ),
  newPlantSchema,
);

/** As a bigint, since a number would lose digits. What is no id becomes NaN, about which newPlantSchema has its words. */
function readId(text: string): bigint | number {
  try {
    return parsePlantId(text);
  } catch {
    return Number.NaN;
  }
}
