import type { components } from "../src/generated/openapi.ts";

type Schemas = components["schemas"];

/** What the contract says about a field. */
export interface FieldRule {
  readonly isRequired: boolean;
  readonly type: string;
  readonly isValid: (value: unknown) => boolean;
}

type Rules<T> = {
  readonly [Name in keyof T]-?: FieldRule & { readonly isRequired: undefined extends T[Name] ? false : true };
};

/** Makes a value to send. The name or the tag contains the id of the run. */
type Samples<T> = { readonly [Name in keyof T]-?: { readonly sample: (runId: string) => NonNullable<T[Name]> } };

const isString = (value: unknown): boolean => typeof value === "string";
const isInt32 = (value: unknown): boolean => typeof value === "number" && value === (value | 0);
const isInt64 = (value: unknown): boolean => typeof value === "bigint" && BigInt.asIntN(64, value) === value;

// Repeats the rules of the client and the mock on purpose, so that no mistake is in both. A missing field is a compiler error.

export const PLANT_FIELDS: Rules<Schemas["Plant"]> & Samples<Schemas["Plant"]> = {
  name: { isRequired: true, type: "a string", isValid: isString, sample: (runId) => `${runId} plant` },
  tag: { isRequired: false, type: "a string", isValid: isString, sample: (runId) => runId },
};

/** The suite sends integers as `bigint`. */
export const NEW_PLANT_FIELDS: Rules<Schemas["NewPlant"]> = {
  ...PLANT_FIELDS,
  id: { isRequired: true, type: "an int64", isValid: isInt64 },
};

export const ERROR_FIELDS: Rules<Schemas["Error"]> = {
  error: { isRequired: true, type: "an int32", isValid: isInt32 },
  message: { isRequired: true, type: "a string", isValid: isString },
};
