import type { NewPlant } from "./schemas.ts";

/** The NewPlant as JSON text. `JSON.stringify` refuses a `bigint`, so the digits of the id are written here. */
export function encodeNewPlant({ id, name, tag }: NewPlant): string {
  const tagField = tag === undefined ? "" : `,"tag":${JSON.stringify(tag)}`;
  return `{"id":${id},"name":${JSON.stringify(name)}${tagField}}`;
}
