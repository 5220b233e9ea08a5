import type { Validated } from "../shared/input-issue.ts";
import { INT64_RANGE, isInt32, isInt64 } from "../shared/limits.ts";
import { isObject } from "../shared/option-checks.ts";
import type { ErrorRecord, NewPlant, Plant } from "../shared/records.ts";
import { PlantStoreInputError } from "./engine/errors.ts";
import { type Field, type Fields, readRecord } from "./read-record.ts";
import { createSchema, type StandardSchemaV1 } from "./standard-schema.ts";

const text: Field<string> = {
  isValid: (value) => typeof value === "string",
  problem: () => "must be a string",
};

const int32: Field<number> = {
  isValid: isInt32,
  problem: () => "must be an int32",
};

const int64: Field<number | bigint> = {
  isValid: isInt64,
  problem: int64Problem,
  code: (value) => (isInteger(value) ? "range" : "type"),
};

const isInteger = (value: unknown): boolean => typeof value === "bigint" || Number.isInteger(value);

function int64Problem(value: unknown): string {
  if (typeof value === "string") {
    return "must be an integer, not text. In JavaScript, parsePlantId converts it";
  }
  return Number.isInteger(value)
    ? "isn't exact as a number beyond 2^53. Pass a bigint"
    : `must be an integer ${INT64_RANGE}`;
}

const plantFields: Fields<Plant> = {
  name: text,
  tag: { ...text, isOptional: true },
};

export const newPlantFields: Fields<NewPlant> = { id: int64, ...plantFields };

const errorFields: Fields<ErrorRecord> = { error: int32, message: text };

export const NEW_PLANT_FIELDS: readonly string[] = /* @__PURE__ */ Object.keys(newPlantFields);

/** Reads a Plant as the service returns it. */
export const readPlant = (value: unknown): Validated<Plant> => readReturned(plantFields, value);

/** Reads an Error as the service returns it. */
export const readError = (value: unknown): Validated<ErrorRecord> => readReturned(errorFields, value);

/** Reads what the service returned. Unknown fields stay. A field that is `null` is absent, since the contract has no null. */
function readReturned<T>(fields: Fields<T>, value: unknown): Validated<T> {
  const isPresent = ([name, member]: [string, unknown]) => member !== null || !Object.hasOwn(fields, name);
  const present = isObject(value) ? Object.fromEntries(Object.entries(value).filter(isPresent)) : value;
  const { issues } = readRecord(fields, present);
  return issues ? { issues } : { value: present as T };
}

/** Reads a NewPlant, for the client and the mock. Unknown fields are dropped: the contract doesn't define them. */
export const readNewPlant = (value: unknown): Validated<NewPlant> => readRecord(newPlantFields, value);

/**
 * Reads the NewPlant of a call.
 *
 * @throws `PlantStoreInputError` when the value isn't a NewPlant.
 */
export function parseNewPlant(value: unknown): NewPlant {
  const { value: newPlant, issues } = readNewPlant(value);
  if (issues) {
    throw new PlantStoreInputError(`Invalid newPlant: ${issues.map(({ message }) => message).join("; ")}`, issues);
  }
  return newPlant;
}

/**
 * The schema of a NewPlant: `{ id: number | bigint, name: string, tag?: string }`. A Standard Schema. The output has no unknown
 * fields. The id is an int64: a `bigint`, or a `number` that is a safe integer. For text inputs, use {@link parseNewPlantForm}
 * or `newPlantFormSchema`.
 */
export const newPlantSchema: StandardSchemaV1<NewPlant> = /* @__PURE__ */ createSchema<NewPlant, NewPlant>(
  readNewPlant,
);
