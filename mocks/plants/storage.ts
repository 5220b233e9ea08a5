import { toJson } from "../../shared/json.ts";
import type { NewPlant } from "../../src/schemas.ts";
import { toReason } from "../wire/failures.ts";
import { plantsFromJson } from "./check-plant.ts";

/** The part of the Web Storage API that a mock uses. Both methods are synchronous. */
export interface MockStorage {
  /** Returns the text stored under the key, or null if there is none. */
  getItem(key: string): string | null;
  /** Stores the text under the key. */
  setItem(key: string, value: string): void;
}

export type PlantStorage = ReturnType<typeof openStorage>;

/** Reads and writes the plants in a storage. Warns about what fails. */
export function openStorage(storage: MockStorage, key: string) {
  const warnOnFailure = <T>(action: string, act: () => T): T | undefined => {
    try {
      return act();
    } catch (error) {
      console.warn(`Plant Store mock: could not ${action} storageKey ${JSON.stringify(key)}: ${toReason(error)}`);
      return undefined;
    }
  };
  return {
    read: () =>
      warnOnFailure("read", () => {
        const json = storage.getItem(key);
        return json === null || json === undefined ? undefined : plantsFromJson(json);
      }),
    write: (plants: readonly NewPlant[]) =>
      warnOnFailure(`write ${plants.length} plants to`, () => storage.setItem(key, toJson(plants))),
  };
}
