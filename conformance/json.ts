/** Fields by name. The id of a case is a `bigint`. A field that is `undefined` isn't sent. */
export type Fields = Readonly<Record<string, unknown>>;

/** Writes a value as JSON. Of the values in a plant, only integers that are sent exactly need a writer. */
export const toJson = (value: unknown): string => (typeof value === "bigint" ? String(value) : JSON.stringify(value));
