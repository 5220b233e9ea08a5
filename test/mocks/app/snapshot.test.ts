import type { Fault } from "plant-store-sdk/mocks";
import type { MockAppOptions } from "plant-store-sdk/mocks/app";
import { describe, expect, it } from "vitest";
import type { Snapshot } from "../../../mocks/app/snapshot.ts";
import { FERN_JSON } from "../../support/fern.ts";
import { mockApp } from "../../support/mock-app.ts";

const LONG = "x".repeat(2_000);

/** An app, and what its page shows. */
function watchedApp(options: MockAppOptions = {}) {
  const app = mockApp(options);
  const readSnapshot = async () => (await app.control("GET", "/page/snapshot"))[1];
  return { ...app, readSnapshot, takeSnapshot: async (): Promise<Snapshot> => JSON.parse(await readSnapshot()) };
}

describe("a text on the mock's page", () => {
  it.each(["", " Fern  ", "گیاه\u200Cها", "क्‍ष", "👩🏽‍🌾", "Fe\u202Ern", "Boston\nfern", "<b>O'Neil</b>"])(
    "is as it was sent: %j",
    async (text) => {
      const { takeSnapshot, mock, create } = watchedApp();
      mock.failNext({ error: 1, message: text, creates: true });
      await create(JSON.stringify({ id: 1, name: text, tag: text }));
      const { plants, requests } = await takeSnapshot();
      expect(plants.rows).toEqual([{ id: "1", name: text, tag: text }]);
      expect(requests.rows).toMatchObject([{ name: text, reason: text === "" ? "error 1" : `error 1: ${text}` }]);
    },
  );

  it("is cut after 200 characters, and not within one", async () => {
    const { takeSnapshot } = watchedApp({ plants: [{ id: 1, name: LONG, tag: `${"x".repeat(199)}🌾` }] });
    const [plant] = (await takeSnapshot()).plants.rows;
    expect([plant?.name, plant?.tag]).toEqual([`${"x".repeat(200)}…`, `${"x".repeat(199)}…`]);
  });
});

describe("the requests on the mock's page", () => {
  it.each<[body: string, Fault | undefined, shown: object]>([
    [
      '{"id":9007199254740993,"name":"Fern"}',
      undefined,
      { status: "200", outcome: "created", id: "9007199254740993", name: "Fern", reason: "" },
    ],
    [
      '{"id":1}',
      undefined,
      { status: "400", outcome: "refused", id: "", name: "", reason: "Invalid NewPlant: name is required." },
    ],
    [FERN_JSON, 503, { status: "503", outcome: "fault", reason: "error 503: Service Unavailable" }],
    [
      FERN_JSON,
      { fault: "connection", creates: true },
      { status: "", outcome: "fault, created", reason: "connection" },
    ],
    [FERN_JSON, () => Response.json({ message: "No room" }), { status: "200", outcome: "fault", reason: "function" }],
  ])("say what happened, as text: %s with the fault %j", async (body, fault, shown) => {
    const { takeSnapshot, mock, create } = watchedApp();
    mock.failNext(...(fault === undefined ? [] : [fault]));
    await create(body).catch(() => "lost");
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect((await takeSnapshot()).requests.rows).toMatchObject([{ time, ...shown }]);
  });
});

describe("the faults on the mock's page", () => {
  it("have their name, and their JSON unless the name says it all", async () => {
    const { takeSnapshot, mock } = watchedApp();
    mock.failNext("connection", 503, { error: 17, message: "No room" }, () => Response.error());
    mock.failWhen({ id: 9007199254740993n }, "timeout", { times: 2 });
    mock.failWhen({ tag: () => true }, "html");
    expect((await takeSnapshot()).faults.rows).toEqual([
      { fault: "connection", json: "" },
      { fault: "error 503", json: "" },
      { fault: "error 17", json: '{"fault":{"error":17,"message":"No room"}}' },
      { fault: "function", json: "" },
      { fault: "timeout", json: '{"fault":"timeout","when":{"id":9007199254740993},"times":2}' },
      { fault: "html", json: '{"fault":"html","when":"function"}' },
    ]);
  });
});

describe("a snapshot for the mock's page", () => {
  it("has the latest 200 plants and requests, newest first, and the first 200 faults", async () => {
    const { takeSnapshot, mock, create } = watchedApp();
    for (let id = 0; id <= 200; id++) {
      mock.failWhen({ id: -id }, "html");
      await create(`{"id":${id + 1},"name":"Moss"}`);
    }
    const { plants, requests, faults } = await takeSnapshot();
    const ids = [plants, requests].map(({ rows, total }) => [total, rows.length, rows[0]?.id, rows[199]?.id]);
    expect(ids).toEqual(Array(2).fill([201, 200, "201", "2"]));
    expect([faults.total, faults.rows.length, faults.rows[199]?.json]).toEqual([
      201,
      200,
      '{"fault":"html","when":{"id":-199}}',
    ]);
  });

  it("has at most 2 MiB, whatever the mock holds", async () => {
    const { mock, create, readSnapshot } = watchedApp();
    const text = "\\u0001".repeat(LONG.length);
    for (let id = 0; id <= 200; id++) {
      mock.failWhen({ name: "\u2028".repeat(10_000) }, "html");
      await create(`{"id":${id},"name":"${text}","tag":"${text}"}`, {
        "x-mock-fault": `{"error":1,"message":"${text}","creates":true}`,
      });
    }
    expect((await readSnapshot()).length).toBeLessThan(2 ** 21);
  });
});
