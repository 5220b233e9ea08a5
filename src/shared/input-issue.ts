/** A problem with a value, and the path to it: a Standard Schema issue. */
export interface InputIssue {
  /** The problem. It never quotes the value, which may be a secret. */
  readonly message: string;
  /** The path to the field, such as `["id"]`. Absent when the problem is the value as a whole. */
  readonly path?: readonly string[] | undefined;
}

export const NOT_AN_OBJECT: InputIssue = { message: "expected an object" };
