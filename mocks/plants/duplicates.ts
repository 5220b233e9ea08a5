import type { NewPlant } from "../../shared/records.ts";
import { InvalidInputError } from "../input/invalid-input.ts";

/** What the mock does with a second plant with the same id. */
export type DuplicateIds = "accept" | "reject";

export const describeDuplicate = (id: number | bigint): string =>
  `id ${id} is in use, and this mock rejects duplicate ids`;

/** @throws `InvalidInputError` for the first plant whose id is in use. The message starts with `toPrefix(index)`. */
export function rejectDuplicates(
  plants: readonly NewPlant[],
  toPrefix: (index: number) => string,
  isInUse: (id: number | bigint) => boolean = () => false,
): void {
  const ids = new Set<number | bigint>();
  for (const [index, { id }] of plants.entries()) {
    if (ids.has(id) || isInUse(id)) {
      throw new InvalidInputError(`${toPrefix(index)}the ${describeDuplicate(id)}`);
    }
    ids.add(id);
  }
}
