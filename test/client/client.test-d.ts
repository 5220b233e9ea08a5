import {
  type CreatePlantOptions,
  type CreatePlantResult,
  createPlantStoreClient,
  type ErrorRecord,
  type errorSchema,
  type FailedAttempt,
  type HookContext,
  type Hooks,
  type NewPlant,
  type newPlantFormSchema,
  type newPlantSchema,
  type Plant,
  type PlantStoreApiError,
  type PlantStoreClient,
  type PlantStoreClientOptions,
  type PlantStoreConnectionError,
  PlantStoreError,
  type PlantStoreInputError,
  type PlantStoreResponseError,
  PlantStoreTimeoutError,
  type PlantStoreTokenError,
  parsePlantId,
  type plantSchema,
  unwrap,
} from "plant-store-sdk";
import { describe, expectTypeOf, it } from "vitest";
import type { components, operations } from "../../src/generated/openapi.ts";

declare const client: PlantStoreClient;
declare const result: CreatePlantResult;

describe("a result", () => {
  it("narrows error by data when destructured", () => {
    const { data, error, response } = result;
    if (data) {
      expectTypeOf(data).toEqualTypeOf<Plant>();
      expectTypeOf(error).toEqualTypeOf<undefined>();
    } else {
      expectTypeOf(data).toEqualTypeOf<undefined>();
      expectTypeOf(error).toEqualTypeOf<ErrorRecord>();
    }
    expectTypeOf(response).toEqualTypeOf<Response>();
  });

  it("narrows data by error when destructured", () => {
    const { data, error } = result;
    if (error) {
      expectTypeOf(error).toEqualTypeOf<ErrorRecord>();
      expectTypeOf(data).toEqualTypeOf<undefined>();
    } else {
      expectTypeOf(error).toEqualTypeOf<undefined>();
      expectTypeOf(data).toEqualTypeOf<Plant>();
    }
  });

  it("doesn't compile when error is ignored", () => {
    const { data } = result;
    // @ts-expect-error data may be undefined
    data.name;
    // @ts-expect-error data may be undefined
    result.data.name;
    // @ts-expect-error error may be undefined
    result.error.message;
    // @ts-expect-error data may be undefined
    const plant: Plant = result.data;
    expectTypeOf(plant).toEqualTypeOf<Plant>();
  });

  it("has no id", () => {
    const { data } = result;
    if (data) {
      // @ts-expect-error a Plant has no id
      data.id;
      expectTypeOf(data.name).toEqualTypeOf<string>();
      expectTypeOf(data.tag).toEqualTypeOf<string | undefined>();
    }
  });

  it("can't have both or neither", () => {
    const response = new Response();
    const plant = { name: "Fern" };
    const error = { error: 1, message: "no" };
    const valid: CreatePlantResult[] = [
      { data: plant, response },
      { error, response, mayHaveBeenCreated: false, attempts: 1 },
    ];
    // @ts-expect-error without what may have been created
    valid.push({ error, response });
    // @ts-expect-error both
    valid.push({ data: plant, error, response });
    // @ts-expect-error neither
    valid.push({ response });
    // @ts-expect-error no response
    valid.push({ data: plant });
  });
});

describe("the client", () => {
  it("has a method for each operation of the contract, and no others", () => {
    expectTypeOf<keyof PlantStoreClient>().toEqualTypeOf<keyof operations>();
  });
});

describe("createPlant", () => {
  it("takes a NewPlant and options and returns a promise of a result", () => {
    expectTypeOf(client.createPlant).parameters.toEqualTypeOf<[newPlant: NewPlant, options?: CreatePlantOptions]>();
    expectTypeOf(client.createPlant).returns.toEqualTypeOf<Promise<CreatePlantResult>>();
    expectTypeOf(createPlantStoreClient).returns.toEqualTypeOf<PlantStoreClient>();
  });

  it("accepts a number or a bigint as the id, and a tag that is absent, undefined or a string", () => {
    client.createPlant({ id: 1, name: "Fern" });
    client.createPlant({ id: 1n, name: "Fern", tag: "indoor" });
    client.createPlant({ id: parsePlantId("1"), name: "Fern", tag: undefined });
    expectTypeOf<NewPlant["id"]>().toEqualTypeOf<number | bigint>();
    expectTypeOf<NewPlant["tag"]>().toEqualTypeOf<string | undefined>();
  });

  it("doesn't compile with an invalid NewPlant", () => {
    // @ts-expect-error nothing
    client.createPlant();
    // @ts-expect-error no field
    client.createPlant({});
    // @ts-expect-error no id
    client.createPlant({ name: "Fern" });
    // @ts-expect-error no name
    client.createPlant({ id: 1 });
    // @ts-expect-error an id as text
    client.createPlant({ id: "1", name: "Fern" });
    // @ts-expect-error no id at all
    client.createPlant({ id: undefined, name: "Fern" });
    // @ts-expect-error an id of null
    client.createPlant({ id: null, name: "Fern" });
    // @ts-expect-error a name that is no text
    client.createPlant({ id: 1, name: 1 });
    // @ts-expect-error a name of undefined
    client.createPlant({ id: 1, name: undefined });
    // @ts-expect-error a tag of null
    client.createPlant({ id: 1, name: "Fern", tag: null });
    // @ts-expect-error a field that the contract does not name
    client.createPlant({ id: 1, name: "Fern", color: "green" });
  });

  it("doesn't compile with invalid options", () => {
    const fern = { id: 1, name: "Fern" };
    // @ts-expect-error a controller is no signal
    client.createPlant(fern, { signal: new AbortController() });
    // @ts-expect-error a time as text
    client.createPlant(fern, { timeoutMs: "1s" });
    // @ts-expect-error an option of the client alone
    client.createPlant(fern, { token: "abc" });
  });

  it("can't be reassigned", () => {
    // @ts-expect-error read only
    client.createPlant = async () => result;
  });
});

describe("unwrap", () => {
  it("takes a result and returns a Plant", () => {
    expectTypeOf(unwrap).parameters.toEqualTypeOf<[CreatePlantResult]>();
    expectTypeOf(unwrap).returns.toEqualTypeOf<Plant>();
    expectTypeOf(client.createPlant({ id: 1, name: "Fern" }).then(unwrap)).toEqualTypeOf<Promise<Plant>>();
  });
});

describe("the options of a client", () => {
  const baseUrl = "https://plants.example.com";

  it("accept each documented form", () => {
    const valid: PlantStoreClientOptions[] = [
      { baseUrl, token: "abc" },
      { baseUrl: new URL(baseUrl), token: () => "abc" },
      { baseUrl, token: async () => "abc", fetch, timeoutMs: 1, retries: 1 },
      { baseUrl, token: "abc", headers: { a: "1" } },
      { baseUrl, token: "abc", headers: [["a", "1"]] },
      { baseUrl, token: "abc", headers: new Headers() },
      { baseUrl, token: "abc", fetch: undefined, timeoutMs: undefined, retries: undefined, headers: undefined },
      { baseUrl, token: "abc", fetch: async () => new Response(), hooks: undefined },
      { baseUrl, token: "abc", fetch: async (input, init) => fetch(input, init), hooks: [{ onRequest() {} }] },
      {
        baseUrl,
        token: "abc",
        shouldRetry: ({ isTransient, mayHaveBeenCreated }) => isTransient && !mayHaveBeenCreated,
      },
    ];
    expectTypeOf(valid).toEqualTypeOf<PlantStoreClientOptions[]>();
  });

  it("don't compile when they are invalid", () => {
    // @ts-expect-error no token
    createPlantStoreClient({ baseUrl });
    // @ts-expect-error no baseUrl
    createPlantStoreClient({ token: "abc" });
    // @ts-expect-error a token function that returns undefined
    createPlantStoreClient({ baseUrl, token: () => undefined });
    // @ts-expect-error an unknown option
    createPlantStoreClient({ baseUrl, token: "abc", timeout: 1 });
    // @ts-expect-error hooks that are not in an array
    createPlantStoreClient({ baseUrl, token: "abc", hooks: { onRequest() {} } });
    // @ts-expect-error a promise is no boolean
    createPlantStoreClient({ baseUrl, token: "abc", shouldRetry: async () => true });
  });
});

describe("the schemas", () => {
  type Schemas = components["schemas"];
  type Input<T extends { "~standard": { types?: { input: unknown } | undefined } }> = NonNullable<
    T["~standard"]["types"]
  >["input"];
  type Output<T extends { "~standard": { types?: { output: unknown } | undefined } }> = NonNullable<
    T["~standard"]["types"]
  >["output"];

  it("have the same fields as the generated types, required and optional alike", () => {
    type Fields<T> = { [Field in keyof T]: T[Field] };
    expectTypeOf<Fields<Plant>>().toEqualTypeOf<Fields<Schemas["Plant"]>>();
    expectTypeOf<Fields<NewPlant>>().toEqualTypeOf<Fields<Schemas["NewPlant"]>>();
    expectTypeOf<Fields<ErrorRecord>>().toEqualTypeOf<Fields<Schemas["Error"]>>();
  });

  it("make a NewPlant with a bigint from the text of a form", () => {
    expectTypeOf<Input<typeof newPlantFormSchema>>().toExtend<{ id: string; name: string; tag: string }>();
    expectTypeOf<Output<typeof newPlantFormSchema>>().toExtend<NewPlant>();
    expectTypeOf<Output<typeof newPlantFormSchema>["id"]>().toEqualTypeOf<bigint>();
    expectTypeOf<keyof Input<typeof newPlantFormSchema>>().toEqualTypeOf<keyof NewPlant>();
  });

  it("have the same input and output types", () => {
    expectTypeOf<Output<typeof plantSchema>>().toEqualTypeOf<Plant>();
    expectTypeOf<Output<typeof newPlantSchema>>().toEqualTypeOf<NewPlant>();
    expectTypeOf<Output<typeof errorSchema>>().toEqualTypeOf<ErrorRecord>();
    expectTypeOf<Input<typeof plantSchema>>().toEqualTypeOf<Plant>();
    expectTypeOf<Input<typeof newPlantSchema>>().toEqualTypeOf<NewPlant>();
    expectTypeOf<Input<typeof errorSchema>>().toEqualTypeOf<ErrorRecord>();
  });
});

describe("hooks", () => {
  it("know the attempt, and how it ended", () => {
    expectTypeOf<keyof HookContext>().toEqualTypeOf<"id" | "attempt" | "method" | "url" | "headers" | "body">();
    const hooks: Hooks = {
      onResponse: ({ response, text }) => void expectTypeOf([response, text]).toEqualTypeOf<(Response | string)[]>(),
      onError: ({ mayHaveBeenCreated }) => void expectTypeOf(mayHaveBeenCreated).toEqualTypeOf<boolean>(),
    };
    expectTypeOf(hooks).toEqualTypeOf<Hooks>();
    expectTypeOf<FailedAttempt["error"]["name"]>().toEqualTypeOf<
      "PlantStoreApiError" | "PlantStoreConnectionError" | "PlantStoreResponseError"
    >();
  });

  it("don't compile when they return a value or have another name", () => {
    const valid: Hooks[] = [];
    // @ts-expect-error a hook returns nothing
    valid.push({ onRequest: ({ url }) => new Request(url) });
    // @ts-expect-error a hook returns nothing
    valid.push({ onResponse: async ({ response }) => response });
    // @ts-expect-error no such hook
    valid.push({ onAnswer: () => {} });
  });
});

describe("the errors", () => {
  it("can be distinguished by their names", () => {
    type AnyError =
      | PlantStoreApiError
      | PlantStoreConnectionError
      | PlantStoreInputError
      | PlantStoreResponseError
      | PlantStoreTimeoutError
      | PlantStoreTokenError;
    expectTypeOf<AnyError["name"]>().toEqualTypeOf<
      | "PlantStoreApiError"
      | "PlantStoreConnectionError"
      | "PlantStoreInputError"
      | "PlantStoreResponseError"
      | "PlantStoreTimeoutError"
      | "PlantStoreTokenError"
    >();
    const error = new PlantStoreTimeoutError("late") as AnyError;
    if (error.name === "PlantStoreApiError") {
      expectTypeOf(error).toEqualTypeOf<PlantStoreApiError>();
      expectTypeOf(error.error).toEqualTypeOf<number>();
    }
    expectTypeOf<AnyError>().toExtend<PlantStoreError>();
    expectTypeOf<PlantStoreError>().toExtend<Error>();
  });

  it("have an abstract base class", () => {
    // @ts-expect-error abstract
    new PlantStoreError("no");
  });

  it("have the documented properties", () => {
    expectTypeOf<PlantStoreApiError>().toExtend<ErrorRecord & { status: number; response: Response }>();
    expectTypeOf<PlantStoreResponseError>().toExtend<{ status: number; body: string; response: Response }>();
    expectTypeOf<PlantStoreInputError["issues"][number]>().toExtend<{
      message: string;
      path?: readonly string[] | undefined;
    }>();
  });
});
