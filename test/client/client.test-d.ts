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
  PlantStoreError,
  type PlantStoreInputError,
  type PlantStoreResponseError,
  parsePlantId,
  type plantSchema,
  unwrap,
} from "plant-store-sdk";
import { expectTypeOf, it } from "vitest";
import type { components, operations } from "../../src/generated/openapi.ts";

declare const client: PlantStoreClient;
declare const result: CreatePlantResult;

it("a result narrows when destructured, and as a whole", () => {
  const { data, error, response } = result;
  expectTypeOf(data ?? ([error, response] as const)).toEqualTypeOf<Plant | readonly [ErrorRecord, Response]>();
  if (result.error !== undefined) {
    const { error, mayHaveBeenCreated, attempts } = result;
    expectTypeOf([error, mayHaveBeenCreated, attempts] as const).toEqualTypeOf<
      readonly [ErrorRecord, boolean, number]
    >();
  } else {
    expectTypeOf(result.data).toEqualTypeOf<Plant>();
  }
  // @ts-expect-error data may be undefined
  data.name;
  // @ts-expect-error error may be undefined
  result.error.message;
  // @ts-expect-error a Plant has no id
  data?.id;
});

it("createPlant takes a NewPlant and options and returns a promise of a result", () => {
  expectTypeOf<keyof PlantStoreClient>().toEqualTypeOf<keyof operations>();
  expectTypeOf(client.createPlant).parameters.toEqualTypeOf<[newPlant: NewPlant, options?: CreatePlantOptions]>();
  expectTypeOf(client.createPlant).returns.toEqualTypeOf<Promise<CreatePlantResult>>();
  client.createPlant({ id: parsePlantId("1"), name: "Fern", tag: undefined }).then(unwrap) satisfies Promise<Plant>;
  // @ts-expect-error no id
  client.createPlant({ name: "Fern" });
  // @ts-expect-error an id as text
  client.createPlant({ id: "1", name: "Fern" });
  // @ts-expect-error a tag of null
  client.createPlant({ id: 1, name: "Fern", tag: null });
  // @ts-expect-error a field that the contract doesn't have
  client.createPlant({ id: 1, name: "Fern", color: "green" });
  // @ts-expect-error an option of the client alone
  client.createPlant({ id: 1, name: "Fern" }, { token: "abc" });
  // @ts-expect-error read only
  client.createPlant = async () => result;
});

it("the options of a client accept each documented form, and no other", () => {
  const required = { baseUrl: "https://plants.example.com", token: "abc" };
  createPlantStoreClient({ baseUrl: new URL(required.baseUrl), token: async () => "abc", fetch, hooks: undefined });
  createPlantStoreClient({ ...required, headers: { a: "1" }, shouldRetry: (attempt) => attempt.isTransient });
  createPlantStoreClient({ ...required, headers: [["a", "1"]], fetch: async (url, init) => fetch(url, init) });
  createPlantStoreClient({ ...required, headers: new Headers(), retryDelayMs: (retry) => retry * 100 });
  // @ts-expect-error no token
  createPlantStoreClient({ baseUrl: required.baseUrl });
  // @ts-expect-error a token function that returns undefined
  createPlantStoreClient({ ...required, token: () => undefined });
  // @ts-expect-error an unknown option
  createPlantStoreClient({ ...required, timeout: 1 });
  // @ts-expect-error hooks that aren't in an array
  createPlantStoreClient({ ...required, hooks: { onRequest() {} } });
  // @ts-expect-error a promise is no boolean
  createPlantStoreClient({ ...required, shouldRetry: async () => true });
});

it("hooks know the attempt and how it ended, and return nothing", () => {
  expectTypeOf<keyof HookContext>().toEqualTypeOf<"id" | "attempt" | "method" | "url" | "headers" | "body">();
  type Failure = "PlantStoreApiError" | "PlantStoreConnectionError" | "PlantStoreResponseError";
  expectTypeOf<FailedAttempt["error"]["name"]>().toEqualTypeOf<Failure>();
  const hooks: Hooks[] = [{ onResponse: async ({ text, durationMs }) => void [text, durationMs], onError() {} }];
  // @ts-expect-error a hook returns nothing
  hooks.push({ onResponse: async ({ response }) => response });
  // @ts-expect-error no such hook
  hooks.push({ onAnswer: () => {} });
});

it("the schemas have the fields of the generated types, required and optional alike", () => {
  type Types<T extends { "~standard": { types?: unknown } }> = NonNullable<T["~standard"]["types"]>;
  type Fields<T> = { [Field in keyof T]: T[Field] };
  type Same<T> = { readonly input: T; readonly output: T };
  type Schemas = components["schemas"];
  expectTypeOf<Fields<Plant>>().toEqualTypeOf<Fields<Schemas["Plant"]>>();
  expectTypeOf<Fields<NewPlant>>().toEqualTypeOf<Fields<Schemas["NewPlant"]>>();
  expectTypeOf<Fields<ErrorRecord>>().toEqualTypeOf<Fields<Schemas["Error"]>>();
  expectTypeOf<NewPlant["id"]>().toEqualTypeOf<number | bigint>();
  expectTypeOf<Types<typeof plantSchema>>().toEqualTypeOf<Same<Plant>>();
  expectTypeOf<Types<typeof newPlantSchema>>().toEqualTypeOf<Same<NewPlant>>();
  expectTypeOf<Types<typeof errorSchema>>().toEqualTypeOf<Same<ErrorRecord>>();
  type Form = Types<typeof newPlantFormSchema>;
  expectTypeOf<Form["input"]>().toEqualTypeOf<Record<"id" | "name" | "tag", string>>();
  expectTypeOf<Form["output"]>().toEqualTypeOf<NewPlant & { id: bigint }>();
});

it("the errors can be told apart by their names, and have the documented properties", () => {
  type AnyError = PlantStoreApiError | PlantStoreInputError | PlantStoreResponseError;
  type Issue = { message: string; path?: readonly string[] | undefined };
  expectTypeOf<Extract<AnyError, { name: "PlantStoreApiError" }>>().toEqualTypeOf<PlantStoreApiError>();
  expectTypeOf<AnyError>().toExtend<PlantStoreError & { attempts: number; mayHaveBeenCreated: boolean }>();
  expectTypeOf<PlantStoreApiError>().toExtend<ErrorRecord & { status: number; response: Response }>();
  expectTypeOf<PlantStoreResponseError>().toExtend<{ status: number; body: string; response: Response }>();
  expectTypeOf<PlantStoreInputError["issues"][number]>().toExtend<Issue>();
  // @ts-expect-error abstract
  new PlantStoreError("no");
});
