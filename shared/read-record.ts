import { nearestName } from "./nearest.ts";
import { isObject } from "./option-checks.ts";
import { toSafeLine } from "./text.ts";

/** Copies the fields of a record, and checks them. Unknown fields are dropped, and so are those that are undefined. */
export function readRecord<T>(fields: Fields<T>, value: unknown): Validated<T> {
  if (!isObject(value)) {
    return { issues: [NOT_AN_OBJECT] };
  }
  const record: Record<string, unknown> = {};
  const issues: InputIssue[] = [];
  for (const [name, field] of Object.entries<Field<unknown> & { isOptional?: boolean }>(fields)) {
    const member = value[name];
    if (member === undefined) {
      if (!field.isOptional) {
        issues.push({ code: "required", message: describeMissing(name, fields, value), path: [name] });
      }
    } else if (field.isValid(member)) {
      record[name] = member;
    } else {
      const code = field.code?.(member) ?? "type";
      const remedy = field.isOptional && member === null ? ", not null: omit it" : "";
      issues.push({ code, message: `${name} ${field.problem(member)}${remedy}`, path: [name] });
    }
  }
  return issues.length > 0 ? { issues } : { value: record as T };
}

/** Names the unknown field that probably means the missing one, such as `nmae`. */
function describeMissing(name: string, fields: object, value: object): string {
  const unknown = Object.keys(value).filter((key) => !Object.hasOwn(fields, key));
  const misspelled = nearestName(name, unknown);
  const remedy = misspelled ? `, did you mean ${name} instead of ${toSafeLine(misspelled, 40)}?` : "";
  return `${name} is required${remedy}`;
}

export const NOT_AN_OBJECT: InputIssue = { code: "type", message: "expected an object" };

/** How to check a field of a record. */
export interface Field<T> {
  readonly isValid: (value: unknown) => value is T;
  /** What is wrong with a value, after the name of the field. */
  readonly problem: (value: unknown) => string;
  /** The code of that problem. Defaults to `"type"`. */
  readonly code?: (value: unknown) => IssueCode;
}

/** How to check each field of a record. A missing field is a compiler error, and so is an optional one that isn't marked. */
export type Fields<T> = {
  readonly [Name in keyof T]-?: undefined extends T[Name]
    ? Field<Exclude<T[Name], undefined>> & { readonly isOptional: true }
    : Field<T[Name]> & { readonly isOptional?: never };
};

export type Validated<T> =
  | { readonly value: T; readonly issues?: undefined }
  | { readonly value?: undefined; readonly issues: readonly InputIssue[] };

/**
 * The kind of a problem, which is stable: `"required"` for a field that is missing, or blank in a form; `"type"` for a value of
 * another type, such as `null`, text as an id, 1.5 or a file; `"format"` for text that isn't the digits of an id; `"range"` for
 * an id that isn't an int64, or a `number` that isn't a safe integer.
 */
export type IssueCode = "required" | "type" | "format" | "range";

/** A problem with a value, and the path to it: a Standard Schema issue. */
export interface InputIssue {
  /** The kind of the problem. With the `path`, it is enough to say the problem in another language. */
  readonly code: IssueCode;
  /** The problem in English. The text may change in any version. It never quotes the value, which may be a secret. */
  readonly message: string;
  /** The path to the field, such as `["id"]`. Absent when the problem is the value as a whole. */
  readonly path?: readonly string[] | undefined;
}
