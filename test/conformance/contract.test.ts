import fc from "fast-check";
import { expect, it } from "vitest";
import { type FieldRule, PLANT_FIELDS } from "../../conformance/contract.ts";
import { isValidField, listFields } from "../support/contract.ts";
import { fieldText } from "../support/json-values.ts";

const rules: Readonly<Record<string, FieldRule>> = PLANT_FIELDS;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

it.each(listFields("Plant"))("accepts exactly the values of $name that openapi.yaml allows", ({ name, schema }) => {
  const isAllowed = isValidField(schema);
  const property = fc.property(fieldText(schema).filter(isJson), (text) => {
    const value: unknown = JSON.parse(text);
    expect(rules[name]?.isValid(value)).toBe(isAllowed(value));
  });
  fc.assert(property, { seed: 1042 });
});
