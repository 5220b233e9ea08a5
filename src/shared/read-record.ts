import { nearestName } from "./nearest.ts";
import { type InputIssue, isObject, NOT_AN_OBJECT } from "./options.ts";
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
  for (const name in fields) {
    const field: Field<unknown> & { isOptional?: boolean } = fields[name];
    const member = value[name];
    if (member === undefined) {
      if (!field.isOptional) {
        issues.push({ message: `${name} is required${suggest(name, fields, value)}`, path: [name] });
      }
    } else if (field.isValid(member)) {
      record[name] = member;
    } else {
      issues.push({ message: field.problem(member, name), path: [name] });
    }
  }
  return issues.length > 0 ? { issues } : { value: record as T };
}

const MAX_FIELDS_COMPARED = 100;

/** Lists the fields that a record doesn't have, as far as they are worth comparing. */
export const unknownFields = (fields: object, value: object): readonly string[] =>
  Object.keys(value)
    .slice(0, MAX_FIELDS_COMPARED)
    .filter((name) => !Object.hasOwn(fields, name));

/** Names the unknown field that was probably meant. */
function suggest(name: string, fields: object, value: object): string {
  const misspelled = unknownFields(fields, value).find((field) => nearestName(field, Object.keys(fields)) === name);
  return misspelled === undefined ? "" : `, did you mean ${name} instead of ${toSafeLine(misspelled, 40)}?`;
}
