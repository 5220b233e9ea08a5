import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse } from "yaml";

export interface ContractField {
  readonly name: string;
  readonly schema: FieldSchema;
  readonly isRequired: boolean;
}

/** What openapi.yaml says about the values of a field. */
export interface FieldSchema {
  readonly type: string;
  readonly enum?: readonly unknown[];
}

// Validators compiled from openapi.yaml, and ids by exact arithmetic. They share no code with the mock.
const contract = parse(readFileSync(new URL("../../openapi.yaml", import.meta.url), "utf8"));
const ajv = new Ajv2020({ strict: false, strictNumbers: true, validateFormats: true });
ajv.addFormat("int64", true);
ajv.addFormat("int32", { type: "number", validate: (value: number) => value === (value | 0) });
ajv.addSchema(contract, "openapi.yaml");

const compile = (record: string) => ajv.compile({ $ref: `openapi.yaml#/components/schemas/${record}` });
const isNewPlant = compile("NewPlant");

export const isPlant: (value: unknown) => boolean = compile("Plant");

export const isValidField = (schema: FieldSchema): ((value: unknown) => boolean) => ajv.compile(schema);

export const isErrorRecord: (value: unknown) => boolean = compile("Error");

/** Of members with the same name, the last one counts. */
export function isValidBody(bytes: Uint8Array): boolean {
  const body = JSON.parse(decodeJson(bytes) ?? "null");
  if (typeof body?.id === "number") {
    // A double may be an integer although its text isn't.
    body.id = readId(bytes) === undefined ? 0.5 : 0;
  }
  return isNewPlant(body);
}

const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** The exact id of a body with a number as id, or `undefined` if that is no int64. */
export function readId(bytes: Uint8Array): bigint | undefined {
  const marked = decodeJson(bytes)?.replace(STRING_OR_NUMBER, (token) =>
    token.startsWith('"') ? token : `"${token}"`,
  );
  return int64Of(JSON.parse(marked ?? "{}").id);
}

function decodeJson(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    JSON.parse(text);
    return text;
  } catch {
    return undefined;
  }
}

function int64Of(token: string): bigint | undefined {
  const [mantissa = "", exponent = "0"] = token.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const digits = (whole + fraction).replace(/0+$/, "");
  const zeros = BigInt(exponent) + BigInt(whole.length - digits.length);
  if (/^-?$/.test(digits)) {
    return 0n;
  }
  // The value is `digits` followed by that many zeros.
  const value = zeros >= 0n && zeros < 20n ? BigInt(digits + "0".repeat(Number(zeros))) : undefined;
  return value !== undefined && BigInt.asIntN(64, value) === value ? value : undefined;
}

export function listFields(record: string): ContractField[] {
  const fieldsIn = ({ $ref, allOf = [], properties = {}, required = [] }: ContractSchema): ContractField[] => [
    ...($ref ? listFields($ref.slice($ref.lastIndexOf("/") + 1)) : []),
    ...allOf.flatMap(fieldsIn),
    ...Object.entries(properties).map(([name, schema]) => ({ name, schema, isRequired: required.includes(name) })),
  ];
  return fieldsIn(contract.components.schemas[record]);
}

interface ContractSchema {
  readonly $ref?: string;
  readonly allOf?: readonly ContractSchema[];
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
}
