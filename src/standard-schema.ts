import { FIELD_DESCRIPTIONS, NEW_PLANT_DESCRIPTION } from "./generated/descriptions.ts";

// The interfaces are copied, as https://standardschema.dev suggests.

export interface StandardSchemaV1<Input = unknown, Output = Input> {
  /** The Standard Schema properties. */
  readonly "~standard": StandardSchemaV1.Props<Input, Output>;
}

/** @hidden */
export declare namespace StandardSchemaV1 {
  interface Props<Input = unknown, Output = Input> {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => Result<Output> | Promise<Result<Output>>;
    readonly types?: Types<Input, Output> | undefined;
  }

  type Result<Output> = SuccessResult<Output> | FailureResult;

  interface SuccessResult<Output> {
    readonly value: Output;
    readonly issues?: undefined;
  }

  interface FailureResult {
    readonly issues: readonly Issue[];
  }

  interface Issue {
    readonly message: string;
    readonly path?: readonly (PropertyKey | PathSegment)[] | undefined;
  }

  interface PathSegment {
    readonly key: PropertyKey;
  }

  interface Types<Input = unknown, Output = Input> {
    readonly input: Input;
    readonly output: Output;
  }
}

export interface StandardJSONSchemaV1<Input = unknown, Output = Input> {
  /** The Standard JSON Schema properties. */
  readonly "~standard": StandardJSONSchemaV1.Props<Input, Output>;
}

/** @hidden */
export declare namespace StandardJSONSchemaV1 {
  interface Props<Input = unknown, Output = Input> {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: StandardSchemaV1.Types<Input, Output> | undefined;
    readonly jsonSchema: Converter;
  }

  interface Converter {
    readonly input: (options: Options) => Record<string, unknown>;
    readonly output: (options: Options) => Record<string, unknown>;
  }

  interface Options {
    readonly target: "draft-2020-12" | "draft-07" | "openapi-3.0" | ({} & string);
    readonly libraryOptions?: Record<string, unknown> | undefined;
  }
}

interface SchemaField {
  readonly isOptional?: boolean;
  readonly jsonSchema: object;
}

type SchemaFields = Readonly<Record<keyof typeof FIELD_DESCRIPTIONS, SchemaField>>;

/** Creates a schema of a NewPlant. Without the fields of its output, the output has no JSON Schema. */
export function createSchema<Input, Output>(
  validate: (value: unknown) => StandardSchemaV1.Result<Output>,
  inputFields: SchemaFields,
  outputFields?: SchemaFields,
): StandardSchemaV1<Input, Output> & StandardJSONSchemaV1<Input, Output> {
  const jsonSchema = {
    input: ({ target }: StandardJSONSchemaV1.Options) => toJsonSchema(inputFields, target),
    output: ({ target }: StandardJSONSchemaV1.Options) => toJsonSchema(outputFields, target),
  };
  return { "~standard": { version: 1, vendor: "plant-store-sdk", validate, jsonSchema } };
}

/** The drafts in which these schemas mean the same. */
const TARGETS = ["draft-2020-12", "draft-07"];

function toJsonSchema(fields: SchemaFields | undefined, target: string): Record<string, unknown> {
  if (fields === undefined) {
    throw new TypeError("The output has no JSON Schema: its id is a bigint");
  }
  if (!TARGETS.includes(target)) {
    throw new TypeError(`The target must be ${TARGETS.join(" or ")}`);
  }
  const names = Object.keys(fields) as (keyof SchemaFields)[];
  const describe = (name: keyof SchemaFields) => ({
    ...fields[name].jsonSchema,
    description: FIELD_DESCRIPTIONS[name],
  });
  return {
    type: "object",
    description: NEW_PLANT_DESCRIPTION,
    properties: Object.fromEntries(names.map((name) => [name, describe(name)])),
    required: names.filter((name) => !fields[name].isOptional),
  };
}
