import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { expect, it, vi } from "vitest";
import { createTestClient } from "../support/test-client.ts";

it("clients of many users at once send each plant with its token, and return its response", async () => {
  const users = Array.from({ length: 200 }, (_, id) => ({ id, token: `token-of-user-${id}` }));
  const fetch = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(createPlantStoreMock().fetch);
  const results = await Promise.all(
    users.map(({ id, token }) =>
      createTestClient({ token: id % 2 === 0 ? token : async () => token, fetch }).createPlant({
        id,
        name: `Fern ${id}`,
      }),
    ),
  );
  expect(results.map(({ data }) => data)).toEqual(users.map(({ id }) => ({ name: `Fern ${id}` })));
  const sent = fetch.mock.calls.map(([, { headers, body }]) => ({
    id: JSON.parse(String(body)).id,
    token: new Headers(headers).get("authorization")?.replace("Bearer ", ""),
  }));
  expect(sent.sort((a, b) => a.id - b.id)).toEqual(users);
});
