import { type InputIssue, NOT_AN_OBJECT } from "./input-issue.ts";
import { nearestName } from "./nearest.ts";
import { isObject } from "./predicates.ts";
import { toSafeLine } from "./text.ts";

/** How to check a field of a record. */
export interface Field<T> {
  readonly isValid: (value: unknown) => value is T;
  /** What is wrong with a value, after the name of the field. */
  readonly problem: (value: unknown) => string;
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

/** How like an optional field an unknown one must be: `tags` is a misspelled `tag`, and `tag_id` is another field. */
const ALMOST_SURE = 0.75;

/**
 * Copies the fields of a record, and checks them. Unknown fields are dropped, and so are those that are undefined. If strict, an
 * unknown field that is probably an optional one, such as `tags` without `tag`, is an issue too.
 */
export function readRecord<T>(fields: Fields<T>, value: unknown, isStrict = false): Validated<T> {
  if (!isObject(value)) {
    return { issues: [NOT_AN_OBJECT] };
  }
  const record: Record<string, unknown> = {};
  const issues: InputIssue[] = [];
  for (const [name, field] of Object.entries<Field<unknown> & { isOptional?: boolean }>(fields)) {
    const member = value[name];
    if (member === undefined && field.isOptional && !isStrict) {
      continue;
    }
    if (member === undefined) {
      const unknown = Object.keys(value).filter((key) => !Object.hasOwn(fields, key));
      const misspelled = nearestName(name, unknown, field.isOptional ? ALMOST_SURE : undefined);
      if (!field.isOptional) {
        const remedy = misspelled ? `, did you mean ${name} instead of ${toSafeLine(misspelled, 40)}?` : "";
        issues.push({ message: `${name} is required${remedy}`, path: [name] });
      } else if (misspelled) {
        const message = `unknown field ${toSafeLine(misspelled, 40)}, did you mean ${name}?`;
        issues.push({ message, path: [misspelled] });
      }
    } else if (field.isValid(member)) {
      record[name] = member;
    } else {
      const remedy = field.isOptional && member === null ? ", not null: omit it" : "";
      issues.push({ message: `${name} ${field.problem(member)}${remedy}`, path: [name] });
    }
  }
  return issues.length > 0 ? { issues } : { value: record as T };
}
