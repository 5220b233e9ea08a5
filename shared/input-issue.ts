/**
 * The kind of a problem, which is stable: `"required"` for a field that is missing, or blank in a form; `"type"` for a value of
 * another type, such as `null`, text as an id, 1.5 or a file; `"format"` for text that can't be read, such as an id that isn't
 * digits; `"range"` for a value that isn't allowed, such as an id that isn't an int64, or a `number` that isn't a safe integer.
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

export const NOT_AN_OBJECT: InputIssue = { code: "type", message: "expected an object" };

/** A value that is valid, or all that is wrong with it. */
export type Validated<T> =
  | { readonly value: T; readonly issues?: undefined }
  | { readonly value?: undefined; readonly issues: readonly InputIssue[] };
