import { INT64_RANGE, isInt64 } from "../shared/limits.ts";
import { isFunction, isObject } from "../shared/option-checks.ts";
import { type InputIssue, NOT_AN_OBJECT } from "../shared/read-record.ts";
import { PlantStoreInputError } from "./engine/errors.ts";
import type { NewPlant } from "./schemas.ts";
import { createSchema, type StandardSchemaV1 } from "./standard-schema.ts";

/** A NewPlant from a form. Its id is a `bigint`. */
export type FormPlant = NewPlant & { id: bigint };

/** What is wrong with a field. */
type Problem = Pick<InputIssue, "code" | "message">;

/** How to read a field of a form, which is text. */
interface FormField<T> {
  /** Whether the field is absent when the text is blank. */
  readonly isOptional?: boolean;
  readonly problem: (text: string) => Problem | undefined;
  readonly read: (text: string) => T;
}

const text: FormField<string> = {
  problem: () => undefined,
  read: (value) => value,
};

/** A field that isn't text is a compiler error until it has its own `read`. */
type FormFields = { readonly [Name in keyof NewPlant]-?: FormField<Exclude<NewPlant[Name], undefined>> };

/** How to read each field. Made by a function, because bundlers keep an unused object with spread members. */
const formFields: FormFields = /* @__PURE__ */ (() => ({
  id: {
    problem: idProblem,
    read: BigInt,
  },
  name: {
    ...text,
    problem: (name) => (isBlank(name) ? { code: "required", message: "Enter a name" } : undefined),
  },
  tag: { ...text, isOptional: true },
}))();

const isBlank = (value: unknown): boolean => typeof value === "string" && value.trim() === "";

const ID_FORMAT = "digits without leading zeros, such as 1042 or -5";

function idProblem(text: string): Problem | undefined {
  if (isBlank(text)) {
    return { code: "required", message: "Enter an id" };
  }
  const messages = { format: `Use ${ID_FORMAT}`, range: `Enter an id ${INT64_RANGE}` };
  const code = idCode(text);
  return code && { code, message: messages[code] };
}

/** Returns why a text isn't an id. */
function idCode(text: string): "format" | "range" | undefined {
  const digits = text.trim();
  if (!/^-?(?:0|[1-9]\d*)$/.test(digits)) {
    return "format";
  }
  // `BigInt` takes quadratic time, so a text that is too long for an int64 isn't parsed.
  return digits.length <= 20 && isInt64(BigInt(digits)) ? undefined : "range";
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
  const plant: Record<string, unknown> = {};
  const issues: InputIssue[] = [];
  for (const [name, field] of Object.entries<FormField<unknown>>(formFields)) {
    const value = (isFunction(form.get) ? (values as FormData).get(name) : form[name]) ?? "";
    if (field.isOptional && isBlank(value)) {
      continue;
    }
    const problem = typeof value === "string" ? field.problem(value) : notText(name);
    if (problem) {
      issues.push({ ...problem, path: [name] });
    } else {
      plant[name] = field.read(String(value));
    }
  }
  return issues.length > 0 ? { issues } : { value: plant as FormPlant };
}

const notText = (name: string): Problem => ({ code: "type", message: `${name} must be text` });

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
 * space is ignored.
 *
 * @throws `PlantStoreInputError` when the text is anything else, also when it is empty, or out of the range of an int64.
 */
export function parsePlantId(text: string): bigint {
  const requirements = { type: "text", format: ID_FORMAT, range: `an integer ${INT64_RANGE}` };
  const code = typeof text === "string" ? idCode(text) : "type";
  if (code) {
    const message = `id must be ${requirements[code]}`;
    throw new PlantStoreInputError(message, [{ code, message, path: ["id"] }]);
  }
  return BigInt(text);
}
