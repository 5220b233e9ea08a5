import { createPlantStoreClient, type PlantStoreClientOptions, type PlantStoreError, unwrap } from "plant-store-sdk";
import { createPlantStoreMock, type Fault } from "plant-store-sdk/mocks";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { cacheToken, isRefusedToken, renewal } from "../../examples/queue/renew-token.ts";
import { deferred } from "../support/deferred.ts";
import { fern } from "../support/fern.ts";
import { getRejection } from "../support/get-rejection.ts";

const LIFETIME_MS = 60_000;

/** A service that accepts the newest token that it has issued, unless it's revoked. */
function startService() {
  const service = {
    nowMs: 0,
    lifetimeMs: LIFETIME_MS,
    issued: 0,
    valid: "",
    revoke: () => {
      service.valid = "revoked";
    },
    requestToken: vi.fn(async () => {
      service.issued += 1;
      service.valid = `token-${service.issued}`;
      return { token: service.valid, lifetimeMs: service.lifetimeMs };
    }),
  };
  const mock = createPlantStoreMock({ token: (token) => token === service.valid });
  const getToken = cacheToken(service.requestToken, () => service.nowMs);
  const createClient = (options: Partial<PlantStoreClientOptions> = {}) =>
    createPlantStoreClient({
      baseUrl: "https://plants.example.com",
      token: getToken,
      fetch: mock.fetch,
      ...renewal,
      ...options,
    });
  return { service, mock, getToken, ...createClient() };
}

describe("a token that the service refuses", () => {
  it("is renewed once for fifty calls", async () => {
    const { service, mock, createPlant } = startService();
    await createPlant(fern);
    service.revoke();
    const ids = Array.from({ length: 50 }, (_, id) => id);
    const results = await Promise.all(ids.map((id) => createPlant({ id, name: "Fern" })));
    expect(results.every(({ data }) => data)).toBe(true);
    expect(service.issued).toBe(2);
    expect(mock.plants.size).toBe(51);
  });

  it("is renewed at once, however young it is", async () => {
    const { service, createPlant } = startService();
    for (let round = 1; round <= 3; round++) {
      service.revoke();
      expect(await createPlant(fern)).toMatchObject({ data: { name: "Fern" } });
    }
    expect(service.issued).toBe(3);
  });

  it("is renewed after a 401 without an Error", async () => {
    const { service, mock, createPlant } = startService();
    mock.failNext(() => new Response("<h1>Unauthorized</h1>", { status: 401 }));
    expect(await createPlant(fern)).toMatchObject({ data: { name: "Fern" }, attempts: 2 });
    expect(service.issued).toBe(2);
  });

  it("is renewed after a 401 of a fault", async () => {
    const { service, mock, createPlant } = startService();
    mock.failNext(401);
    expect(await createPlant(fern)).toMatchObject({ data: { name: "Fern" }, attempts: 2 });
    expect(service.issued).toBe(2);
  });

  it("is renewed twice at most if the issuer returns it again", async () => {
    const { service, createPlant, mock } = startService();
    service.requestToken.mockResolvedValue({ token: "the-same", lifetimeMs: LIFETIME_MS });
    expect(await createPlant(fern)).toMatchObject({ error: { error: 400 }, attempts: 3 });
    expect([service.requestToken.mock.calls.length, mock.plants.size]).toEqual([3, 0]);
  });
});

it("keeps the token when the service refuses a plant", async () => {
  const { service, mock, createPlant } = startService();
  mock.failNext({ status: 400, message: "There is such a plant" });
  expect(await createPlant(fern)).toMatchObject({
    error: { message: "There is such a plant" },
    attempts: 1,
  });
  await createPlant(fern);
  expect(service.issued).toBe(1);
});

it("tells a refused token from a refused plant, also in the error that unwrap throws", async () => {
  const { service, mock, createPlant } = startService();
  service.requestToken.mockResolvedValue({ token: "revoked", lifetimeMs: LIFETIME_MS });
  const refusedToken = (await getRejection(createPlant(fern).then(unwrap))) as PlantStoreError;
  mock.failNext({ status: 400, message: "There is such a plant" });
  const refusedPlant = (await getRejection(createPlant(fern).then(unwrap))) as PlantStoreError;
  expect([refusedToken, refusedPlant].map(isRefusedToken)).toEqual([true, false]);
});

it.each(["Access token expired", "Invalid access_token"])("recognizes a refused token by %j", async (message) => {
  const { mock, createPlant } = startService();
  mock.failNext({ status: 400, message });
  expect(await createPlant(fern)).toMatchObject({ data: { name: "Fern" }, attempts: 2 });
});

it.each<Fault>([429, "unreachable"])("sends a plant again after %j, as the client does by default", async (fault) => {
  const random = vi.spyOn(Math, "random").mockReturnValue(0); // waits for no time
  onTestFinished(() => random.mockRestore());
  const { mock, createPlant } = startService();
  mock.failNext(fault);
  expect(await createPlant(fern)).toMatchObject({ data: { name: "Fern" }, attempts: 2 });
});

it("doesn't send a plant again that may exist", async () => {
  const { mock, createPlant } = startService();
  mock.failNext({ fault: "connection", creates: true });
  expect(await getRejection(createPlant(fern))).toMatchObject({ mayHaveBeenCreated: true, attempts: 1 });
  expect(mock.plants.size).toBe(1);
});

describe("a renewal", () => {
  it("starts ten seconds before the token expires", async () => {
    const { service, createPlant } = startService();
    await createPlant(fern);
    service.nowMs = LIFETIME_MS - 10_001;
    await createPlant(fern);
    expect(service.issued).toBe(1);
    service.nowMs += 1;
    await createPlant(fern);
    expect(service.issued).toBe(2);
  });

  it("starts after half of a short lifetime, rather than for each call", async () => {
    const { service, createPlant } = startService();
    service.lifetimeMs = 6_000;
    await createPlant(fern);
    service.nowMs = 2_999;
    await createPlant(fern);
    expect(service.issued).toBe(1);
    service.nowMs = 3_000;
    await createPlant(fern);
    expect(service.issued).toBe(2);
  });

  it.each([
    ["Infinity", Number.POSITIVE_INFINITY],
    ["missing in the response", Number.NaN],
  ])("waits until the service refuses the token if its lifetime is %s", async (_, lifetimeMs) => {
    const { service, getToken } = startService();
    service.requestToken.mockResolvedValueOnce({ token: "token-0", lifetimeMs });
    await getToken();
    service.nowMs = Number.MAX_SAFE_INTEGER;
    expect(await getToken()).toBe("token-0");
    expect(await getToken({ token: "token-0", status: 401 })).toBe("token-1");
  });

  it.each([
    ["is empty", { token: "", lifetimeMs: Number.POSITIVE_INFINITY }],
    ["has a line break", { token: "token-1\n", lifetimeMs: LIFETIME_MS }],
    ["is missing, as in a response with an error", { token: undefined as unknown as string, lifetimeMs: Number.NaN }],
  ])("is tried again by the next call when the token %s", async (_, issued) => {
    const { service, createPlant } = startService();
    service.requestToken.mockResolvedValueOnce(issued);
    expect(await getRejection(createPlant(fern))).toMatchObject({ name: "PlantStoreTokenError", isTransient: true });
    expect(await createPlant(fern)).toMatchObject({ data: { name: "Fern" } });
  });

  it.each<[string, () => Promise<never>]>([
    ["rejects", () => Promise.reject(new Error("no session"))],
    [
      "throws",
      () => {
        throw new Error("no session");
      },
    ],
  ])("is tried again by the next call when it %s", async (_, fail) => {
    const { service, createPlant } = startService();
    service.requestToken.mockImplementationOnce(fail);
    expect(await getRejection(createPlant(fern))).toMatchObject({ name: "PlantStoreTokenError" });
    expect(await createPlant(fern)).toMatchObject({ data: { name: "Fern" } });
  });

  it("is tried again after five seconds when it hangs, and the newer token stays when the older comes late", async () => {
    const { service, getToken } = startService();
    const { promise, resolve } = deferred();
    service.requestToken.mockImplementationOnce(async () => {
      await promise;
      return { token: "late", lifetimeMs: LIFETIME_MS };
    });
    const late = getToken();
    service.nowMs = 4_999;
    expect(getToken()).toBe(late);
    service.nowMs = 5_000;
    expect(await getToken()).toBe("token-1");
    resolve();
    expect(await late).toBe("late");
    expect(await getToken()).toBe("token-1");
    expect(await getToken({ token: "late", status: 401 })).toBe("token-1");
  });
});
