import { createPlantStoreClient, type PlantStoreClientOptions, unwrap } from "plant-store-sdk";
import { createPlantStoreMock, type Fault } from "plant-store-sdk/mocks";
import { expect, it } from "vitest";
import { describeFailure } from "../../examples/react/src/describe-failure.ts";

const mock = createPlantStoreMock();
const throwError = () => {
  throw new Error("a bug of ours");
};

const MAYBE = "The plant may have been created. Sending it again could create it twice.";
const LATER = "The plant wasn't created. Try again later.";
const SIGN_IN = "The plant wasn't created. Sign in again, or contact us.";
const OUR_SIDE = "The plant wasn't created. Something is wrong on our side.";

const [VIELLEICHT, SPAETER, ANMELDEN, BEI_UNS] = [
  "Die Pflanze ist vielleicht schon angelegt. Noch einmal gesendet, gäbe es sie womöglich doppelt.",
  "Die Pflanze wurde nicht angelegt. Bitte später noch einmal versuchen.",
  "Die Pflanze wurde nicht angelegt. Bitte neu anmelden oder uns Bescheid geben.",
  "Die Pflanze wurde nicht angelegt. Bei uns stimmt etwas nicht.",
];

const refuse = (status: number): Fault => ({ error: 7, message: "No room", status });
const wrongToken: Fault = { error: 400, message: "The access token is not valid.", status: 400 };
const missingToken: Fault = { error: 400, message: "Send Authorization: Bearer <ACCESS_TOKEN>.", status: 400 };
const page: Fault = () => new Response("<h1>Not found</h1>", { status: 404 });

it.each<[string, Fault | undefined, number, string, string, Partial<PlantStoreClientOptions>?]>([
  ["a lost connection", "connection", 502, MAYBE, VIELLEICHT],
  ["the status 503", refuse(503), 502, MAYBE, VIELLEICHT],
  ["a refused connection", "unreachable", 503, LATER, SPAETER],
  ["the status 429", refuse(429), 503, LATER, SPAETER],
  ["a failing token function", undefined, 503, LATER, SPAETER, { token: throwError }],
  ["the status 401", refuse(401), 401, SIGN_IN, ANMELDEN],
  ["the status 403", refuse(403), 401, SIGN_IN, ANMELDEN],
  ["a token that the contract's status 400 refuses", wrongToken, 401, SIGN_IN, ANMELDEN],
  ["an ACCESS_TOKEN that the contract's status 400 refuses", missingToken, 401, SIGN_IN, ANMELDEN],
  ["an empty token", undefined, 401, SIGN_IN, ANMELDEN, { token: () => "" }],
  [
    "a refused plant",
    refuse(400),
    422,
    "The plant wasn't created: No room",
    "Die Pflanze wurde nicht angelegt: No room",
  ],
  ["a page with the status 404", page, 500, OUR_SIDE, BEI_UNS],
  ["a hook of ours", undefined, 500, OUR_SIDE, BEI_UNS, { hooks: [{ onRequest: throwError }] }],
])("describes %s", async (_, fault, status, en, de, options) => {
  mock.reset();
  mock.failNext(...(fault === undefined ? [] : [fault]));
  const { createPlant } = createPlantStoreClient({
    baseUrl: "https://plants.example.com",
    token: "any-token",
    fetch: mock.fetch,
    ...options,
  });
  const error = await createPlant({ id: 1, name: "Fern" })
    .then(unwrap)
    .catch((error) => error);
  const mayHaveBeenCreated = status === 502;
  expect(describeFailure(error)).toEqual({ status, message: en, mayHaveBeenCreated });
  expect(describeFailure(error, { language: "de" }).message).toBe(de);
});

it.each<[string, Fault | undefined, string]>([
  ["the status 401", refuse(401), "any-token"],
  ["the status 403", refuse(403), "any-token"],
  ["a token that the contract's status 400 refuses", wrongToken, "any-token"],
  ["an empty token", undefined, ""],
])("asks nobody to sign in again at %s if the token is the server's", async (_, fault, token) => {
  mock.reset();
  mock.failNext(...(fault === undefined ? [] : [fault]));
  const { createPlant } = createPlantStoreClient({
    baseUrl: "https://plants.example.com",
    token: () => token,
    fetch: mock.fetch,
  });
  const error = await createPlant({ id: 1, name: "Fern" })
    .then(unwrap)
    .catch((error) => error);
  const described = { status: 500, message: OUR_SIDE, mayHaveBeenCreated: false };
  expect(describeFailure(error, { tokenOwner: "server" })).toEqual(described);
});

it("says what to correct in a plant that can't be sent", async () => {
  const { createPlant } = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any-token" });
  const error = await createPlant({ id: 2 ** 53, name: "Fern" }).catch((error) => error);
  expect(describeFailure(error)).toMatchObject({ status: 422, message: expect.stringContaining("id isn't exact") });
});

it("rethrows other errors", () => {
  expect(() => describeFailure(new RangeError("a bug"))).toThrow("a bug");
});
