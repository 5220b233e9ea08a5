import { createPlantStoreClient } from "plant-store-sdk";
import { describe, expect, it } from "vitest";
import { getRejection } from "../support/get-rejection.ts";
import { headerLines } from "../support/header-lines.ts";
import { rawAnswer, startRawServer } from "../support/raw-server.ts";
import { created, scriptedFetch } from "../support/scripted-fetch.ts";
import { thrownBy } from "../support/thrown-by.ts";

const fern = { id: 1, name: "Fern" };
const PLANT = rawAnswer("200 OK", { "content-type": "application/json" }, '{"name":"Fern"}');

describe("headers", () => {
  it("of the client and of the call are merged, and the call's override the client's", async () => {
    const server = await startRawServer(PLANT);
    const client = createPlantStoreClient({
      baseUrl: server.url,
      token: "abc",
      headers: { "X-Tenant": "north", "x-client": "yes", "user-agent": "greenhouse/1.0" },
    });
    await client.createPlant(fern, { headers: { "x-tenant": "south", "x-call": "yes" } });
    await client.createPlant(fern);
    const own = server.requests.map((request) =>
      headerLines(request, /^(x-|user-agent|authorization|content-type)/i)
        .map((line) => line.replace(/^[^:]+/, (name) => name.toLowerCase()))
        .sort(),
    );
    expect(own).toEqual([
      [
        "authorization: Bearer abc",
        "content-type: application/json",
        "user-agent: greenhouse/1.0",
        "x-call: yes",
        "x-client: yes",
        "x-tenant: south",
      ],
      [
        "authorization: Bearer abc",
        "content-type: application/json",
        "user-agent: greenhouse/1.0",
        "x-client: yes",
        "x-tenant: north",
      ],
    ]);
  });

  // A browser drops these headers.
  it.each(["content-length", "transfer-encoding", "connection", "upgrade", "expect", "keep-alive", "host"])(
    "must not include %s, on the client and per call",
    async (name) => {
      const message = `Invalid options: headers must not include ${name}`;
      const options = { baseUrl: "https://plants.example.com", token: "abc" };
      expect(
        thrownBy(() => createPlantStoreClient({ ...options, headers: { [name.toUpperCase()]: "1" } })),
      ).toMatchObject({ message });
      const { fetch, sent } = scriptedFetch(created);
      const { createPlant } = createPlantStoreClient({ ...options, fetch });
      expect(await getRejection(createPlant(fern, { headers: [[name, "1"]] }))).toMatchObject({ message });
      expect(sent).toEqual([]);
    },
  );
});
