import { Query } from "@msw/data";
import type { NewPlant } from "../../shared/records.ts";
import { InvalidInputError } from "../input/invalid-input.ts";
import { compileCondition, type PlantCondition, type PlantTest } from "./condition.ts";

/** A query in the syntax of @msw/data. */
export interface PlantQuery {
  /** Selects the plants that match the condition. */
  where(condition: PlantCondition): PlantQuery;
  /** Selects the plants that match the query and all of the conditions. */
  and(...conditions: (PlantQuery | PlantCondition)[]): PlantQuery;
  /** Selects the plants that match the query or one of the conditions. */
  or(...conditions: (PlantQuery | PlantCondition)[]): PlantQuery;
}

/** Returns a function that tests plants. @throws `InvalidInputError` when `query` returns no query. */
export function toPlantTest(query: (q: PlantQuery) => PlantQuery): PlantTest {
  const built: unknown = query(new CheckedQuery() as PlantQuery);
  if (!(built instanceof Query)) {
    throw new InvalidInputError('findMany: the function must return a query, such as q.where({ name: "Fern" })');
  }
  return (plant) => built.test(plant);
}

type DataCondition = Parameters<Query<NewPlant>["and"]>[number];

/** Checks its conditions. @msw/data itself accepts unknown fields and promises, and never matches a field that is undefined. */
class CheckedQuery extends Query<NewPlant> {
  override where(condition: DataCondition) {
    return this.and(condition);
  }

  override and(...conditions: DataCondition[]) {
    return toCheckedQuery(super.and(...conditions.map(toPredicate)));
  }

  override or(...conditions: DataCondition[]) {
    return toCheckedQuery(super.or(...conditions.map(toPredicate)));
  }
}

const toCheckedQuery = (query: Query<NewPlant>) => new CheckedQuery((plant) => query.test(plant));

const toPredicate = (condition: DataCondition): DataCondition =>
  condition instanceof Query ? condition : compileCondition(condition, "condition");
