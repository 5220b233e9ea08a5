/** Writes plain data as JSON, with a `bigint` as bare digits. It doesn't call `toJSON`, so a `Date` becomes `{}`. */
export function toJson(value: unknown): string {
  if (typeof value === "bigint") {
    return String(value);
  }
  if (Array.isArray(value)) {
    return `[${value.map(toJson).join()}]`;
  }
  if (typeof value === "object" && value !== null) {
    // A loop over names: `filter`, `map` and `Object.entries` take twice as long.
    let members = "";
    for (const name of Object.keys(value)) {
      const member = (value as Record<string, unknown>)[name];
      if (member !== undefined) {
        members += `${members && ","}${JSON.stringify(name)}:${toJson(member)}`;
      }
    }
    return `{${members}}`;
  }
  return JSON.stringify(value) ?? "null";
}
