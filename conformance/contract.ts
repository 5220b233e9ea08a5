import type { components } from "../shared/generated/openapi.ts";

// What the contract says, in the suite's own words. The client and the mock have their own, so that no mistake is in both.

/** How to call createPlant. */
export const CREATE_PLANT = { method: "POST", path: "/plants" } as const;

export const MIN_INT64 = -(2n ** 63n);
export const MAX_INT64 = 2n ** 63n - 1n;

/** What each clause of the contract states. `npm run docs` copies it to docs/undefined-behavior.md. */
export const REQUIREMENTS = {
  I1: "The service has one operation, which creates a plant: `POST {base_url}/plants`.",
  I2: "`{base_url}` is wherever the service is deployed. It may have a path of its own.",
  I3: "The interface has the MIT license and the version 1.0.0. The path contains no version.",
  I4: "A Plant has a name, a required string, and a tag, an optional string that says which type of plant it is.",
  I5: "A NewPlant has the fields of a Plant and an id, a required int64. The client chooses the id.",
  I6: "An Error has error, a required int32, and message, a required string.",
  I7: "The request has a required body, a NewPlant, as `application/json`.",
  I8: "The operation has no path parameters and no query parameters.",
  I9: "A 200 response means that the plant was created. Its body is a Plant, as `application/json`. A Plant declares no id.",
  I10: "A 400 response means that the request failed. Its body is an Error, as `application/json`.",
  I11: "A valid body with valid credentials returns 200 and a Plant.",
  I12: "A request that fails returns 400 and an Error.",
  I13: "HTTP bearer authentication applies to every operation: `Authorization: Bearer <ACCESS_TOKEN>`.",
} as const;

/** A clause of the contract. */
export type Clause = keyof typeof REQUIREMENTS;

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
const isInt64 = (value: unknown): boolean => typeof value === "bigint" && value >= MIN_INT64 && value <= MAX_INT64;

/** The rules for the fields of each record. A missing field is a compiler error. */
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
