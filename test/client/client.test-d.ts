import type * as sdk from "plant-store-sdk";
import { createPlantStoreClient, PlantStoreError } from "plant-store-sdk";
import { expectTypeOf, it } from "vitest";
import type { components, operations } from "../../shared/generated/openapi.ts";
import { buildRequest } from "../../src/build-request.ts";

declare const client: sdk.PlantStoreClient;
declare const result: sdk.CreatePlantResult;

type Schemas = components["schemas"];
type Fields<T> = { [Field in keyof T]: T[Field] };

it("the client has a method for each operation of the contract", () => {
  expectTypeOf<keyof sdk.PlantStoreClient>().toEqualTypeOf<keyof operations>();
});

it("a result narrows when destructured", () => {
  const { data, error, mayHaveBeenCreated, isTransient, mayHaveBeenCreatedTwice } = result;
  if (error) {
    expectTypeOf([error, mayHaveBeenCreated, isTransient]).toEqualTypeOf<(sdk.ErrorRecord | boolean)[]>();
    expectTypeOf(mayHaveBeenCreatedTwice).toEqualTypeOf<undefined>();
  } else {
    expectTypeOf(data).toEqualTypeOf<sdk.Plant>();
  }
  // @ts-expect-error data may be undefined
  data.name;
});

it("a result narrows as a whole", () => {
  type Common = { attempts: number; callId: string; response: Response };
  if (result.error) {
    type Facts = { mayHaveBeenCreated: boolean; isTransient: boolean; mayHaveBeenCreatedTwice?: never };
    expectTypeOf(result).toExtend<{ error: sdk.ErrorRecord } & Common & Facts>();
  } else {
    type Facts = { mayHaveBeenCreated?: never; isTransient?: never; mayHaveBeenCreatedTwice: boolean };
    expectTypeOf(result).toExtend<{ data: sdk.Plant } & Common & Facts>();
  }
});

it("createPlant takes nothing else", () => {
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

const required = { baseUrl: "https://plants.example.com", token: "abc" };

it("the options of a client have each documented form", () => {
  createPlantStoreClient({ baseUrl: new URL(required.baseUrl), token: async () => "abc", fetch, hooks: undefined });
  createPlantStoreClient({ ...required, headers: { a: "1" }, shouldRetry: ({ isTransient }) => isTransient });
  createPlantStoreClient({ ...required, headers: [["a", "1"]], fetch: async (url, init) => fetch(url, init) });
  createPlantStoreClient({ ...required, headers: new Headers(), retryDelayMs: (retry) => retry * 100 });
  createPlantStoreClient({ ...required, retryDelayMs: (_, { error }) => error.attempts });
  createPlantStoreClient({ ...required, headers: { a: undefined, b: null } });
});

it("the options of a client have no other form", () => {
  // @ts-expect-error no token
  createPlantStoreClient({ baseUrl: required.baseUrl });
  // @ts-expect-error a token function that returns undefined
  createPlantStoreClient({ ...required, token: () => undefined });
  // @ts-expect-error hooks that aren't in an array
  createPlantStoreClient({ ...required, hooks: { onRequest() {} } });
  // @ts-expect-error a promise is no boolean
  createPlantStoreClient({ ...required, shouldRetry: async () => true });
});

it("a call has a signal and the options of a client that can differ", () => {
  type ClientOnly = "baseUrl" | "token" | "fetch";
  type Shared = Exclude<keyof sdk.PlantStoreClientOptions, ClientOnly>;
  expectTypeOf<keyof sdk.CreatePlantOptions>().toEqualTypeOf<Shared | "signal">();
});

it("hooks return nothing", () => {
  const hooks: sdk.Hooks[] = [{ onEnd: async ({ response }) => void response }];
  // @ts-expect-error a hook returns nothing
  hooks.push({ onRequest: ({ url }) => new Request(url) });
  // @ts-expect-error a hook returns nothing
  hooks.push({ onEnd: async ({ response }) => response });
});

it("the records have the fields of the generated types", () => {
  expectTypeOf<Fields<sdk.Plant>>().toEqualTypeOf<Fields<Schemas["Plant"]>>();
  expectTypeOf<Fields<sdk.NewPlant>>().toEqualTypeOf<Fields<Schemas["NewPlant"]>>();
  expectTypeOf<Fields<sdk.ErrorRecord>>().toEqualTypeOf<Fields<Schemas["Error"]>>();
});

type TypesOf<T extends { "~standard": { types?: unknown } }> = NonNullable<T["~standard"]["types"]>;

it("newPlantSchema takes and returns a NewPlant", () => {
  type Types = { readonly input: sdk.NewPlant; readonly output: sdk.NewPlant };
  expectTypeOf<TypesOf<typeof sdk.newPlantSchema>>().toEqualTypeOf<Types>();
});

it("what parseNewPlantForm returns narrows when destructured", () => {
  const narrow = ({ value, issues }: ReturnType<typeof sdk.parseNewPlantForm>) => issues ?? value.id;
  expectTypeOf(narrow).returns.toEqualTypeOf<readonly sdk.InputIssue[] | bigint>();
});

it("the name of an error narrows it", () => {
  const error: unknown = undefined;
  if (error instanceof PlantStoreError) {
    switch (error.name) {
      case "PlantStoreResponseError":
        expectTypeOf(error).toEqualTypeOf<sdk.PlantStoreResponseError>();
        break;
      case "AbortError":
        expectTypeOf(error).toEqualTypeOf<sdk.PlantStoreAbortError>();
        break;
      // @ts-expect-error misspelled
      case "PlantStoreTokenErrr":
    }
  }
  type Failure = "PlantStoreApiError" | "PlantStoreConnectionError" | "PlantStoreResponseError";
  expectTypeOf<sdk.FailedAttempt["error"]["name"]>().toEqualTypeOf<Failure>();
});

it("the errors have the documented properties", () => {
  type Facts = { attempts: number; callId: string | undefined; mayHaveBeenCreated: boolean; isTransient: boolean };
  expectTypeOf<PlantStoreError>().toExtend<Facts>();
  expectTypeOf<sdk.PlantStoreApiError>().toExtend<sdk.ErrorRecord & { status: number; response: Response }>();
  expectTypeOf<sdk.PlantStoreResponseError>().toExtend<{ status: number; body: string; response: Response }>();
  expectTypeOf<sdk.PlantStoreInputError["issues"]>().toEqualTypeOf<readonly sdk.InputIssue[]>();
  type Callback = "onRequest" | "shouldRetry" | "retryDelayMs" | "fetch";
  expectTypeOf<sdk.PlantStoreCallbackError["callback"]>().toEqualTypeOf<Callback>();
});

it("a request that isn't in the contract can't be built", () => {
  const operation = { method: "POST", path: "/plants", returns: "a Plant", creates: true } as const;
  const init = { body: { id: 1, name: "Fern" }, headers: {} };
  buildRequest("", operation, init);
  // @ts-expect-error no such method
  buildRequest("", { ...operation, method: "PUT" } as const, init);
  // @ts-expect-error no such path
  buildRequest("", { ...operation, path: "/plant" } as const, init);
  // @ts-expect-error no body
  buildRequest("", operation, { headers: {} });
  // @ts-expect-error text as an id
  buildRequest("", operation, { ...init, body: { id: "1", name: "Fern" } });
});
