import type { NewPlant } from "../../src/schemas.ts";
import type { PlantQuery } from "./query.ts";

/** The plants of a mock. They are frozen, and an id is a `bigint` only beyond 2^53 − 1. Safe to destructure. */
export interface MockPlants {
  /** The number of plants. */
  readonly size: number;
  /** Returns all plants, in order of creation: the same array until the plants change. */
  readonly all: () => readonly Readonly<NewPlant>[];
  /**
   * Returns the latest plant with that id.
   *
   * @throws `TypeError` when the id is neither a `bigint` nor a safe integer.
   */
  readonly get: (id: number | bigint) => Readonly<NewPlant> | undefined;
  /**
   * Returns the plants that match a query, in order of creation.
   *
   * @throws `TypeError` when a condition is invalid, or the function returns no query; what a function of the query throws.
   *
   * @example
   * import { createPlantStoreMock } from "plant-store-sdk/mocks";
   *
   * const mock = createPlantStoreMock({ plants: [{ id: 1, name: "Fern" }, { id: 2, name: "Fern moss" }] });
   * const ferns = mock.plants.findMany((q) => q.where({ name: (name) => name.startsWith("Fern") }).and({ id: 1 }));
   * console.log(ferns.length); // 1
   */
  readonly findMany: (query: (q: PlantQuery) => PlantQuery) => readonly Readonly<NewPlant>[];
  /**
   * Adds plants, as requests do.
   *
   * @throws `TypeError` when one is invalid, or its id is in use and `duplicateIds` is "reject". Then none is added.
   */
  readonly add: (...plants: readonly NewPlant[]) => void;
  /** Removes all plants. */
  readonly clear: () => void;
}
