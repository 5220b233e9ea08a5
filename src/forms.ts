import { type InputIssue, type IssueCode, NOT_AN_OBJECT } from "../shared/input-issue.ts";
import { INT64_RANGE, isInt64 } from "../shared/limits.ts";
import { isFunction, isObject } from "../shared/option-checks.ts";
import type { NewPlant } from "../shared/records.ts";
import { PlantStoreInputError } from "./engine/errors.ts";
import { readNewPlant } from "./schemas.ts";
import { createSchema, type StandardSchemaV1 } from "./standard-schema.ts";

/** A NewPlant from a form. Its id is a `bigint`. */
export type FormPlant = NewPlant & { id: bigint };

/** How a field of a form differs from one of a NewPlant. */
interface FormField<T> {
  /** Reads the text of the field. Returns `null` if it can't. */
  readonly read: (text: string) => T | null;
  /** What users are told, where it isn't the message for a NewPlant. */
  readonly messages?: Partial<Record<IssueCode, string>>;
}

/** A field that isn't text is a compiler error until it has its own `read`. */
type FormFields = { readonly [Name in keyof NewPlant]-?: FormField<ReadValue<NewPlant[Name]>> };

/** What `read` returns: any text, also for a field that allows only some. */
type ReadValue<T> = T extends string ? string : Exclude<T, undefined>;

const ID_FORMAT = "digits without leading zeros, such as 1042 or -5";

const keepText = (text: string): string => text;

/** How to read each field. Made by a function, because bundlers keep an unused object with texts that are put together. */
const formFields: FormFields = /* @__PURE__ */ (() => ({
  id: {
    read: readId,
    messages: {
      required: "Enter an id",
      format: `Use ${ID_FORMAT}`,
      range: `Enter an id ${INT64_RANGE}`,
    },
  },
  name: { read: keepText, messages: { required: "Enter a name" } },
  tag: { read: keepText },
}))();

/** White space and invisible characters, which come with text that is pasted. */
const SPACE = "[\\s\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069]*";
const BLANK = /* @__PURE__ */ new RegExp(`^${SPACE}$`);
const ID = /* @__PURE__ */ new RegExp(`^${SPACE}(-?(?:0|[1-9]\\d*))${SPACE}$`);

/** Reads an id, which may be out of range. With 21 characters it always is, and `BigInt` takes quadratic time for more. */
function readId(text: string): bigint | null {
  const digits = ID.exec(text)?.[1];
  return digits === undefined ? null : BigInt(digits.slice(0, 21));
}

/**
 * Parses the values of a form: a `FormData`, or an object with a text for each field. Other fields are ignored. It trims the
 * id, and treats a blank tag as absent. The messages of the issues are for users of the form, except those with the code
 * `"type"`.
 *
 * @returns the NewPlant as `value`, or every problem as `issues`.
 *
 * @example
 * import { parseNewPlantForm } from "plant-store-sdk";
 *
 * const { value, issues } = parseNewPlantForm({ id: " 1042 ", name: "Fern", tag: "" });
 * console.log(issues ?? value); // { id: 1042n, name: 'Fern' }
 */
export function parseNewPlantForm(
  values: FormData | { readonly [Field in keyof NewPlant]?: unknown },
): { value: FormPlant; issues?: undefined } | { value?: undefined; issues: readonly InputIssue[] } {
  const form: unknown = values;
  if (!isObject(form)) {
    return { issues: [NOT_AN_OBJECT] };
  }
  const inputs: Record<string, unknown> = {};
  const plant: Record<string, unknown> = {};
  for (const [name, field] of Object.entries<FormField<unknown>>(formFields)) {
    inputs[name] = (isFunction(form.get) ? (values as FormData).get(name) : form[name]) ?? "";
    plant[name] = readInput(inputs[name], field);
  }
  const { value, issues } = readNewPlant(plant);
  return issues ? { issues: issues.map((issue) => toFormIssue(issue, inputs)) } : { value: value as FormPlant };
}

/** Reads an input. A blank one is absent. One that isn't text, or can't be read, is `null`, which no field of a NewPlant may be. */
function readInput(input: unknown, { read }: FormField<unknown>): unknown {
  if (typeof input !== "string") {
    return null;
  }
  return BLANK.test(input) ? undefined : read(input);
}

/** Says a problem for users: a text that a field can't be is in the wrong format. Another value is a mistake of the code. */
function toFormIssue({ code, message, path }: InputIssue, inputs: Readonly<Record<string, unknown>>): InputIssue {
  const name = String(path); // the path to a field has one name
  if (typeof inputs[name] !== "string") {
    return { code: "type", message: `${name} must be text`, path };
  }
  const formCode = code === "type" ? "format" : code;
  const messages = { [formCode]: message, ...formFields[name as keyof NewPlant].messages };
  return { code: formCode, message: messages[formCode] as string, path };
}

/** The texts of a form. TanStack Form requires the type of its default values, in which an empty tag is "" and not absent. */
export type FormValues = Record<keyof NewPlant, string>;

/**
 * The schema of a form, for libraries that take a Standard Schema: text in, a NewPlant with a `bigint` id out, as
 * {@link parseNewPlantForm} returns it.
 */
export const newPlantFormSchema: StandardSchemaV1<FormValues, FormPlant> = /* @__PURE__ */ createSchema<
  FormValues,
  FormPlant
>((value) => parseNewPlantForm(value as FormData));

/**
 * Parses a plant's id from text, exactly: an optional minus sign and decimal digits without leading zeros. Surrounding white
 * space and invisible characters are ignored.
 *
 * @throws `PlantStoreInputError` when the text is anything else, also when it is empty, or out of the range of an int64.
 */
export function parsePlantId(text: string): bigint {
  const id = typeof text === "string" ? readId(text) : undefined;
  if (typeof id === "bigint" && isInt64(id)) {
    return id;
  }
  const code = id === undefined ? "type" : id === null ? "format" : "range";
  const requirements = { type: "text", format: ID_FORMAT, range: `an integer ${INT64_RANGE}` };
  const message = `id must be ${requirements[code]}`;
  throw new PlantStoreInputError(message, [{ code, message, path: ["id"] }]);
}
