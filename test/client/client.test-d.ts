import type * as sdk from "plant-store-sdk";
import { createPlantStoreClient, PlantStoreError, parsePlantId, unwrap } from "plant-store-sdk";
import { expectTypeOf, it } from "vitest";
import type { components, operations } from "../../src/generated/openapi.ts";

declare const client: sdk.PlantStoreClient;
declare const result: sdk.CreatePlantResult;

it("a result narrows when destructured, and as a whole", () => {
  const { data, error, response } = result;
  expectTypeOf(data ?? ([error, response] as const)).toEqualTypeOf<sdk.Plant | readonly [sdk.ErrorRecord, Response]>();
  if (result.error !== undefined) {
    const { error, mayHaveBeenCreated, attempts } = result;
    expectTypeOf([error, mayHaveBeenCreated, attempts] as const).toEqualTypeOf<
      readonly [sdk.ErrorRecord, boolean, number]
    >();
  } else {
    expectTypeOf(result.data).toEqualTypeOf<sdk.Plant>();
  }
  // @ts-expect-error data may be undefined
  data.name;
});

it("createPlant takes a NewPlant and options and returns a promise of a result", () => {
  expectTypeOf<keyof sdk.PlantStoreClient>().toEqualTypeOf<keyof operations>();
  expectTypeOf(client.createPlant).parameters.toEqualTypeOf<
    [newPlant: sdk.NewPlant, options?: sdk.CreatePlantOptions]
  >();
  expectTypeOf(client.createPlant).returns.toEqualTypeOf<Promise<sdk.CreatePlantResult>>();
  client.createPlant({ id: parsePlantId("1"), name: "Fern", tag: undefined }).then(unwrap) satisfies Promise<sdk.Plant>;
  // @ts-expect-error no id
  client.createPlant({ name: "Fern" });
  // @ts-expect-error an id as text
  client.createPlant({ id: "1", name: "Fern" });
  // @ts-expect-error a tag of null
  client.createPlant({ id: 1, name: "Fern", tag: null });
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
  // @ts-expect-error hooks that aren't in an array
  createPlantStoreClient({ ...required, hooks: { onRequest() {} } });
  // @ts-expect-error a promise is no boolean
  createPlantStoreClient({ ...required, shouldRetry: async () => true });
});

it("hooks know the attempt and how it ended, and return nothing", () => {
  expectTypeOf<keyof sdk.HookContext>().toEqualTypeOf<"id" | "attempt" | "method" | "url" | "headers" | "body">();
  type Failure = "PlantStoreApiError" | "PlantStoreConnectionError" | "PlantStoreResponseError";
  expectTypeOf<sdk.FailedAttempt["error"]["name"]>().toEqualTypeOf<Failure>();
  const hooks: sdk.Hooks[] = [{ onResponse: async ({ text, durationMs }) => void [text, durationMs], onError() {} }];
  // @ts-expect-error a hook returns nothing
  hooks.push({ onRequest: ({ url }) => new Request(url) });
  // @ts-expect-error a hook returns nothing
  hooks.push({ onResponse: async ({ response }) => response });
});

it("the schemas have the fields of the generated types, required and optional alike", () => {
  type Types<T extends { "~standard": { types?: unknown } }> = NonNullable<T["~standard"]["types"]>;
  type Fields<T> = { [Field in keyof T]: T[Field] };
  type Same<T> = { readonly input: T; readonly output: T };
  type Schemas = components["schemas"];
  expectTypeOf<Fields<sdk.Plant>>().toEqualTypeOf<Fields<Schemas["Plant"]>>();
  expectTypeOf<Fields<sdk.NewPlant>>().toEqualTypeOf<Fields<Schemas["NewPlant"]>>();
  expectTypeOf<Fields<sdk.ErrorRecord>>().toEqualTypeOf<Fields<Schemas["Error"]>>();
  expectTypeOf<sdk.NewPlant["id"]>().toEqualTypeOf<number | bigint>();
  expectTypeOf<Types<typeof sdk.plantSchema>>().toEqualTypeOf<Same<sdk.Plant>>();
  expectTypeOf<Types<typeof sdk.newPlantSchema>>().toEqualTypeOf<Same<sdk.NewPlant>>();
  expectTypeOf<Types<typeof sdk.errorSchema>>().toEqualTypeOf<Same<sdk.ErrorRecord>>();
  type Form = Types<typeof sdk.newPlantFormSchema>;
  expectTypeOf<Form["input"]>().toEqualTypeOf<Record<"id" | "name" | "tag", string>>();
  expectTypeOf<Form["output"]>().toEqualTypeOf<sdk.NewPlant & { id: bigint }>();
});

it("the errors can be told apart by their names, and have the documented properties", () => {
  type AnyError = sdk.PlantStoreApiError | sdk.PlantStoreInputError | sdk.PlantStoreResponseError;
  type Issue = { message: string; path?: readonly string[] | undefined };
  expectTypeOf<Extract<AnyError, { name: "PlantStoreApiError" }>>().toEqualTypeOf<sdk.PlantStoreApiError>();
  expectTypeOf<AnyError>().toExtend<PlantStoreError & { attempts: number; mayHaveBeenCreated: boolean }>();
  expectTypeOf<sdk.PlantStoreApiError>().toExtend<sdk.ErrorRecord & { status: number; response: Response }>();
  expectTypeOf<sdk.PlantStoreResponseError>().toExtend<{ status: number; body: string; response: Response }>();
  expectTypeOf<sdk.PlantStoreInputError["issues"][number]>().toExtend<Issue>();
  // @ts-expect-error abstract
  new PlantStoreError("no");
});
