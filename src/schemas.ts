import { PlantStoreInputError } from "./errors.ts";
import type { ErrorRecord, NewPlant, Plant } from "./records.ts";
import { INT64_RANGE, isInt32, isInt64 } from "./shared/limits.ts";
import { nearestName } from "./shared/nearest.ts";
import { type InputIssue, isObject, NOT_AN_OBJECT } from "./shared/options.ts";
import { toSafeLine } from "./shared/text.ts";
import type { StandardSchemaV1 } from "./standard-schema.ts";

export type { ErrorRecord, NewPlant, Plant };

interface Field<T> {
  readonly isValid: (value: unknown) => value is T;
  readonly problem: (value: unknown, name: string) => string;
}

/** How to read each field of a record. A missing field is a compiler error. */
type Fields<T> = { readonly [Name in keyof T]-?: Field<T[Name]> };

function readRecord<T>(fields: Fields<T>, value: unknown): Validated<T> {
  if (!isObject(value)) {
    return { issues: [NOT_AN_OBJECT] };
  }
  const members: [string, unknown][] = [];
  const issues: InputIssue[] = [];
  const names = Object.keys(fields) as (string & keyof T)[];
  for (const name of names) {
    const { isValid, problem } = fields[name];
    const isPresent = hasField(value, name);
    const field: unknown = isPresent ? (value as T)[name] : undefined;
    if (!isValid(field)) {
      issues.push({ message: isPresent ? problem(field, name) : requiredProblem(name, names, value), path: [name] });
    } else if (isPresent) {
      members.push([name, field]);
    }
  }
  return toValidated(members, issues);
}

/** Doesn't assign the members one by one, since a polluted prototype could have a setter for a field. */
const toValidated = <T>(members: [string, unknown][], issues: InputIssue[]): Validated<T> =>
  issues.length > 0 ? { issues } : { value: Object.fromEntries(members) as T, issues: undefined };

const MAX_FIELDS_COMPARED = 100;

/** Names the field that was probably misspelled. */
function requiredProblem(name: string, known: readonly string[], value: object): string {
  const misspelled = Object.keys(value)
    .slice(0, MAX_FIELDS_COMPARED)
    .find((field) => !known.includes(field) && nearestName(field, known) === name);
  return `${name} is required${misspelled === undefined ? "" : `, did you mean ${name} instead of ${toSafeLine(misspelled, 40)}?`}`;
}

/** Inherited fields count, such as getters of a class; those of `Object.prototype` don't. */
const hasField = (value: object, name: string): boolean =>
  Object.hasOwn(value, name) || (name in value && !(name in Object.prototype));

const isString = (value: unknown): value is string => typeof value === "string";
const stringProblem = (_: unknown, name: string): string => `${name} must be a string`;

const plantFields: Fields<Plant> = {
  name: { isValid: isString, problem: stringProblem },
  tag: { isValid: (value) => value === undefined || isString(value), problem: stringProblem },
};

const newPlantFields: Fields<NewPlant> = {
  id: { isValid: isInt64, problem: idProblem },
  ...plantFields,
};

const errorFields: Fields<ErrorRecord> = {
  error: { isValid: isInt32, problem: () => "error must be an int32" },
  message: { isValid: isString, problem: stringProblem },
};

export const NEW_PLANT_FIELDS: readonly string[] = /* @__PURE__ */ Object.keys(newPlantFields);

function idProblem(id: unknown): string {
  if (typeof id === "string") {
    return "id must be a number or a bigint, not text. Convert it with parsePlantId";
  }
  return Number.isInteger(id)
    ? "id isn't exact as a number. Pass a bigint, such as 9007199254740993n"
    : `id must be an integer ${INT64_RANGE}`;
}

const toSchema = <Input, Output>(validate: (value: unknown) => Validated<Output>): StandardSchemaV1<Input, Output> => ({
  "~standard": { version: 1, vendor: "plant-store-sdk", validate },
});

const toRecordSchema = <T>(fields: Fields<T>): StandardSchemaV1<T> => toSchema((value) => readRecord(fields, value));

/** The schema of a Plant: `{ name: string, tag?: string }`. A Standard Schema. The output has no unknown fields. */
export const plantSchema: StandardSchemaV1<Plant> = /* @__PURE__ */ toRecordSchema(plantFields);

/**
 * The schema of a NewPlant: `{ id: number | bigint, name: string, tag?: string }`. A Standard Schema. The output has no
 * unknown fields. The id is an int64: a `bigint`, or a `number` that is a safe integer. For text inputs, use
 * `newPlantFormSchema`.
 */
export const newPlantSchema: StandardSchemaV1<NewPlant> = /* @__PURE__ */ toRecordSchema(newPlantFields);

/** The schema of an Error: `{ error: number, message: string }`, where `error` is an int32. A Standard Schema. */
export const errorSchema: StandardSchemaV1<ErrorRecord> = /* @__PURE__ */ toRecordSchema(errorFields);

/**
 * The schema of a form: text in, a NewPlant with a `bigint` id out. A Standard Schema. It trims the id and treats an empty tag
 * as absent. Its messages are for end users.
 *
 * @example
 * import { newPlantFormSchema } from "plant-store-sdk";
 *
 * const result = await newPlantFormSchema["~standard"].validate({ id: " 1042 ", name: "Fern", tag: "" });
 * console.log(result.issues ?? result.value); // { id: 1042n, name: 'Fern' }
 */
// `tag` isn't optional, because TanStack Form requires the type of its default values, in which an empty tag is "".
export const newPlantFormSchema: StandardSchemaV1<
  Record<keyof NewPlant, string>,
  NewPlant & { id: bigint }
> = /* @__PURE__ */ toSchema(readForm);

/** How to read a field of a form, which is text. */
interface FormField<T> {
  /** Shown when the input is empty. An optional field has none. */
  readonly missing?: string;
  readonly problem: (text: string) => string | undefined;
  readonly read: (text: string) => T;
}

const anyText = (): undefined => undefined;
const readAsIs = (text: string): string => text;

/** A field that isn't text is a compiler error until it has its own `read`. */
const formFields: { readonly [Name in keyof NewPlant]-?: FormField<Exclude<NewPlant[Name], undefined>> } = {
  id: { missing: "Enter an id", problem: idTextProblem, read: (text) => BigInt(text) },
  name: { missing: "Enter a name", problem: anyText, read: readAsIs },
  tag: { problem: anyText, read: readAsIs },
};

function readForm(form: unknown): Validated<NewPlant & { id: bigint }> {
  if (!isObject(form)) {
    return { issues: [NOT_AN_OBJECT] };
  }
  const members: [string, unknown][] = [];
  const issues: InputIssue[] = [];
  for (const [name, { missing, problem, read }] of Object.entries(formFields)) {
    const text: unknown = (hasField(form, name) ? form[name] : undefined) ?? "";
    const isBlank = isString(text) && text.trim() === "";
    const message = isBlank ? missing : isString(text) ? problem(text) : `${name} must be text`;
    if (message) {
      issues.push({ message, path: [name] });
    } else if (isString(text) && !isBlank) {
      members.push([name, read(text)]);
    }
  }
  return toValidated(members, issues);
}

function idTextProblem(value: string): string | undefined {
  const text = value.trim();
  if (text === "") {
    return "Enter an id";
  }
  if (!/^-?(?:0|[1-9]\d*)$/.test(text)) {
    return "Use digits only, without leading zeros";
  }
  // `BigInt` takes quadratic time, so a text that is too long for an int64 isn't parsed.
  return text.length <= 20 && isInt64(BigInt(text)) ? undefined : `Enter an id ${INT64_RANGE}`;
}

/**
 * Parses a plant's id from text, exactly: an optional minus sign and decimal digits without leading zeros. Surrounding white
 * space is ignored.
 *
 * @throws {@link PlantStoreInputError} when the text is anything else, or out of the range of an int64.
 */
export function parsePlantId(text: string): bigint {
  const problem = isString(text) ? idTextProblem(text) : 'id must be text, such as "1042"';
  if (problem) {
    throw new PlantStoreInputError("Invalid id", [{ message: problem, path: ["id"] }]);
  }
  return BigInt(text);
}

/** `issues` is always an own property, so that one of a polluted prototype is never read. */
type Validated<T> =
  | { readonly value: T; readonly issues: undefined }
  | { readonly value?: undefined; readonly issues: readonly InputIssue[] };

export function validate<T>(schema: StandardSchemaV1<unknown, T>, value: unknown): Validated<T> {
  return schema["~standard"].validate(value) as Validated<T>;
}

/** @throws `PlantStoreInputError` when the value isn't a NewPlant. */
export function readNewPlant(value: unknown): NewPlant {
  const { value: newPlant, issues } = validate(newPlantSchema, value);
  if (issues) {
    throw new PlantStoreInputError("Invalid newPlant", issues);
  }
  return newPlant;
}
