/** JSON text in which a `bigint` stands as bare digits. */
export function toExactJson(value: unknown): string {
  if (typeof value === "bigint") {
    return String(value);
  }
  if (Array.isArray(value)) {
    return `[${value.map(toExactJson).join(",")}]`;
  }
  if (typeof value === "object" && value !== null) {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined);
    return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${toExactJson(field)}`).join(",")}}`;
  }
  return JSON.stringify(value);
}
