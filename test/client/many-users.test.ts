import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { deferred } from "../support/deferred.ts";
import { createTestClient, type TestOptions } from "../support/test-client.ts";
import { textsOf } from "../support/texts-of.ts";

interface User {
  readonly id: number;
  readonly token: string;
}

const users: readonly User[] = Array.from({ length: 200 }, (_, id) => ({
  id,
  token: `token-of-user-${String(id).padStart(3, "0")}`,
}));

/** Creates a plant for each user at once, each with a client of its own. Returns what the calls end with. */
const createAll = (toOptions: (user: User) => TestOptions): Promise<unknown[]> =>
  Promise.all(
    users.map((user) => {
      const { id, token } = user;
      const { createPlant } = createTestClient({ token: id % 2 === 0 ? token : async () => token, ...toOptions(user) });
      return createPlant({ id, name: `Fern of ${token}` }).then(
        ({ data, error }) => data ?? error,
        (error: unknown) => error,
      );
    }),
  );

const tokensIn = (value: unknown): readonly string[] => {
  const texts = textsOf(value);
  return users.map(({ token }) => token).filter((token) => texts.includes(token));
};

const tokenOf = ({ headers }: RequestInit): string => new Headers(headers).get("authorization")?.slice(7) ?? "";

/** A `fetch` that responds once every user has sent a request. */
function respondTogether(respond: (token: string) => Response) {
  let arrived = 0;
  const allArrived = deferred();
  return async (_url: string, init: RequestInit) => {
    arrived += 1;
    if (arrived === users.length) {
      allArrived.resolve();
    }
    await allArrived.promise;
    return respond(tokenOf(init));
  };
}

describe("clients of many users at once", () => {
  it("send each plant with the token of its user", async () => {
    const fetch = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(createPlantStoreMock().fetch);
    await createAll(() => ({ fetch }));
    const sent = fetch.mock.calls.map(([, init]) => ({ id: JSON.parse(String(init.body)).id, token: tokenOf(init) }));
    expect(sent.sort((a, b) => a.id - b.id)).toEqual(users);
  });

  it("give each user the response to its request", async () => {
    const { fetch } = createPlantStoreMock();
    expect(await createAll(() => ({ fetch }))).toEqual(users.map(({ token }) => ({ name: `Fern of ${token}` })));
  });

  it.each<[string, (token: string) => Response]>([
    ["an Error", (token) => Response.json({ error: 1, message: `${token} ran out` }, { status: 400 })],
    ["a page", (token) => new Response(`<p>${token}</p>`, { status: 502 })],
    [
      "a lost connection",
      (token) => {
        throw new TypeError("fetch failed", { cause: new Error(`can't send ${token}`) });
      },
    ],
  ])("quote no token in results and hooks that get %s", async (_, respond) => {
    const errors: unknown[] = [];
    const observe = ({ error }: { readonly error?: unknown }) => void errors.push(error);
    const fetch = respondTogether(respond);
    const results = await createAll(() => ({ fetch, hooks: [{ onEnd: observe }] }));
    expect(errors).toHaveLength(users.length);
    expect(tokensIn([results, errors])).toEqual([]);
  });

  it("print no token when hooks fail", async () => {
    const print = vi.spyOn(console, "error").mockReturnValue();
    onTestFinished(() => print.mockRestore());
    const fetch = respondTogether(() => Response.json({ name: "Fern" }));
    const fail = (token: string) => () => Promise.reject(new Error(`can't log ${token}`));
    await createAll(({ token }) => ({ fetch, hooks: [{ onEnd: fail(token) }] }));
    expect(print).toHaveBeenCalledTimes(users.length);
    expect(tokensIn(print.mock.calls)).toEqual([]);
  });

  it("leave each token only in the headers of its record", async () => {
    const mock = createPlantStoreMock();
    await createAll(() => ({ fetch: mock.fetch }));
    expect(mock.requests).toHaveLength(users.length);
    expect(tokensIn(mock.requests.map((request) => ({ ...request, headers: {} })))).toEqual([]);
  });
});
