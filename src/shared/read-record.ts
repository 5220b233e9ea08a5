import { type InputIssue, NOT_AN_OBJECT } from "./input-issue.ts";
import { nearestName } from "./nearest.ts";
import { isObject } from "./predicates.ts";
import { toSafeLine } from "./text.ts";

/** How to check a field of a record. */
export interface Field<T> {
  readonly isValid: (value: unknown) => value is T;
  readonly problem: (value: unknown, name: string) => string;
  readonly jsonSchema: Readonly<Record<string, unknown>>;
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
        issues.push({ message: `${name} is required${suggest(name, fields, value)}`, path: [name] });
      }
    } else if (field.isValid(member)) {
      record[name] = member;
    } else {
      const remedy = field.isOptional && member === null ? ", not null: omit it" : "";
      issues.push({ message: `${field.problem(member, name)}${remedy}`, path: [name] });
    }
  }
  return issues.length > 0 ? { issues } : { value: record as T };
}

/** Lists the fields that a record doesn't have. */
export const unknownFields = (fields: object, value: object): readonly string[] =>
  Object.keys(value).filter((name) => !Object.hasOwn(fields, name));

/** Names an unknown field that was probably meant to be this one. */
function suggest(name: string, fields: object, value: object): string {
  const misspelled = unknownFields(fields, value).find((field) => nearestName(field, Object.keys(fields)) === name);
  return misspelled === undefined ? "" : `, did you mean ${name} instead of ${toSafeLine(misspelled, 40)}?`;
}
