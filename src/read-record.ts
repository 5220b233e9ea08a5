import { type InputIssue, type IssueCode, NOT_AN_OBJECT, type Validated } from "../shared/input-issue.ts";
import { nearestName } from "../shared/nearest.ts";
import { isObject } from "../shared/option-checks.ts";
import { toSafeLine } from "../shared/text.ts";

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
