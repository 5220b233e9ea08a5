import { custom, type GenericSchema, type ObjectEntries, object, optional, pipe, safeParse, transform } from "valibot";
import { PlantStoreInputError } from "./errors.ts";
import type { components } from "./generated/openapi.ts";
import { isInt32, isInt64 } from "./rules/integers.ts";
import type { StandardSchemaV1 } from "./standard-schema.ts";

type Records = components["schemas"];

// A mapped type shows plain fields in editors and keeps its name in compiler errors; an alias of `Records[…]` doesn't.

/**
 * A plant, as the service returns it. It has no `id`.
 * @interface
 */
export type Plant = { [Field in keyof Records["Plant"]]: Records["Plant"][Field] };

/**
 * A plant to create. Other fields aren't sent.
 * @interface
 */
export type NewPlant = { [Field in keyof Records["NewPlant"]]: Records["NewPlant"][Field] };

/**
 * An Error of the service.
 * @interface
 */
export type ErrorRecord = { [Field in keyof Records["Error"]]: Records["Error"][Field] };

/** A schema for each field of a record. A field that the contract has and the object lacks is a compiler error. */
type Fields<T> = { [Field in keyof T]-?: GenericSchema<unknown, T[Field]> };

interface RecordOptions {
  readonly prepare?: (value: unknown) => unknown;
  readonly missing?: (field: string) => string;
}

export function recordSchema<Output, Input = Output>(
  fields: Fields<Output>,
  { prepare = (value) => value, missing = (field) => `${field} is required` }: RecordOptions = {},
): StandardSchemaV1<Input, Output> {
  // Without a prototype: valibot would take what a polluted one has for more fields. `Object.create(null)` is slower to read.
  const entries: ObjectEntries = Object.setPrototypeOf({ ...fields }, null);
  const names = Object.keys(fields);
  const schema = object(entries, ({ path }: { path?: readonly { key: unknown }[] | undefined }) =>
    path?.[0] ? missing(String(path[0].key)) : "expected an object",
  );
  return {
    "~standard": {
      version: 1,
      vendor: "plant-store-sdk",
      validate(value) {
        // To valibot, an array is an object that lacks every field.
        const { success, output, issues } = safeParse(
          schema,
          Array.isArray(value) ? undefined : pickFields(prepare(value), names),
        );
        return success
          ? { value: output as Output }
          : { issues: issues.map(({ message, path }) => ({ message, path: path?.map(({ key }) => String(key)) })) };
      },
    },
  };
}

/** The fields of a value, without those that only a polluted `Object.prototype` has. */
function pickFields(value: unknown, names: readonly string[]): unknown {
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const picked: Record<string, unknown> = { __proto__: null };
  for (const name of names) {
    if (Object.hasOwn(value, name) || (name in value && !(name in Object.prototype))) {
      picked[name] = (value as Record<string, unknown>)[name];
    }
  }
  return picked;
}

const string = (field: string) => custom<string>((value) => typeof value === "string", `${field} must be a string`);

const plantFields = {
  name: string("name"),
  tag: optional(string("tag")),
} satisfies Fields<Plant>;

const newPlantFields = {
  id: custom<number | bigint>(isInt64, ({ input }) => idProblem(input)),
  ...plantFields,
} satisfies Fields<NewPlant>;

export const NEW_PLANT_FIELDS: readonly string[] = /* @__PURE__ */ Object.keys(newPlantFields);

// A function, since bundlers don't drop an object with a spread that nobody uses.
const newPlantFormFields = () => ({
  id: pipe(
    custom<string>(
      (text) => idTextProblem(text) === undefined,
      ({ input }) => String(idTextProblem(input)),
    ),
    transform((text) => BigInt(text)),
  ),
  ...plantFields,
});

const errorFields = {
  error: custom<number>(isInt32, "error must be an int32"),
  message: string("message"),
} satisfies Fields<ErrorRecord>;

function idProblem(id: unknown): string {
  if (typeof id === "string") {
    return "id must be a number or a bigint, not text. Convert it with parsePlantId";
  }
  return Number.isInteger(id)
    ? "id isn't exact as a number. Pass a bigint, such as 9007199254740993n"
    : "id must be an integer from -9223372036854775808 to 9223372036854775807";
}

/** The schema of a Plant: `{ name: string, tag?: string }`. A Standard Schema. The output has no unknown fields. */
export const plantSchema: StandardSchemaV1<Plant> = /* @__PURE__ */ recordSchema(plantFields);

/**
 * The schema of a NewPlant: `{ id: number | bigint, name: string, tag?: string }`. A Standard Schema. The output has no
 * unknown fields. The id is an int64: a `bigint`, or a `number` that is a safe integer. For text inputs, use
 * `newPlantFormSchema`.
 */
export const newPlantSchema: StandardSchemaV1<NewPlant> = /* @__PURE__ */ recordSchema(newPlantFields);

/** The schema of an Error: `{ error: number, message: string }`, where `error` is an int32. A Standard Schema. */
export const errorSchema: StandardSchemaV1<ErrorRecord> = /* @__PURE__ */ recordSchema(errorFields);

/**
 * The schema of a form: text in, a NewPlant with a `bigint` id out. A Standard Schema. It trims the id and treats an empty tag
 * as absent. Its messages are fit for end users.
 *
 * @example
 * import { newPlantFormSchema } from "plant-store-sdk";
 *
 * const { validate } = newPlantFormSchema["~standard"];
 * console.log(await validate({ id: " 1042 ", name: "Fern", tag: "" })); // { value: { id: 1042n, name: 'Fern' } }
 */
// TanStack Form requires the type of its default values here, in which an empty tag is "": `tag` can't be optional.
export const newPlantFormSchema: StandardSchemaV1<
  Record<keyof NewPlant, string>,
  NewPlant & { id: bigint }
> = /* @__PURE__ */ recordSchema(/* @__PURE__ */ newPlantFormFields(), {
  prepare: (form) =>
    typeof form === "object" && form
      ? Object.fromEntries(Object.entries(form).filter(([, text]) => text != null && !isBlank(text)))
      : form,
  missing: (field) => `Enter ${/^[aeiou]/.test(field) ? "an" : "a"} ${field}`,
});

const isBlank = (text: unknown): boolean => typeof text === "string" && text.trim() === "";

function idTextProblem(value: unknown): string | undefined {
  if (isBlank(value)) {
    return "Enter an id";
  }
  if (typeof value !== "string") {
    return 'id must be text, such as "1042"';
  }
  const text = value.trim();
  if (!/^-?(?:0|[1-9]\d*)$/.test(text)) {
    return "Use digits only, without leading zeros";
  }
  // `BigInt` takes quadratic time, so it isn't given more digits than an int64 can have.
  return text.length <= 20 && isInt64(BigInt(text))
    ? undefined
    : "Enter an id from -9223372036854775808 to 9223372036854775807";
}

/**
 * Reads a plant's id from text, exactly: decimal digits without leading zeros. Surrounding white space is ignored.
 *
 * @throws {@link PlantStoreInputError} when the text is anything else, or out of the range of an int64.
 */
export function parsePlantId(text: string): bigint {
  const problem = idTextProblem(text);
  if (problem) {
    throw new PlantStoreInputError("Invalid id", [{ message: problem, path: ["id"] }]);
  }
  return BigInt(text);
}

/** A problem with a value, and the path to it: a Standard Schema issue. */
export interface InputIssue {
  /** The problem. It never quotes the value, which may be a secret. */
  readonly message: string;
  /** The path to the field, such as `["id"]`. Absent when the problem is the value as a whole. */
  readonly path?: readonly string[] | undefined;
}

type Validated<T> =
  | { readonly value: T; readonly issues?: undefined }
  | { readonly value?: undefined; readonly issues: readonly InputIssue[] };

export function validate<T>(schema: StandardSchemaV1<unknown, T>, value: unknown): Validated<T> {
  return schema["~standard"].validate(value) as Validated<T>;
}
