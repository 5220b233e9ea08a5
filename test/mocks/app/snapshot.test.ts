import type { Fault, PlantCondition } from "plant-store-sdk/mocks";
import type { MockAppOptions } from "plant-store-sdk/mocks/app";
import { describe, expect, it } from "vitest";
import { FERN_JSON } from "../../support/fern.ts";
import { mockApp } from "../../support/mock-app.ts";

const LONG = "x".repeat(1_000);
const CUT_LENGTH = 200;

/** An app, and what its page shows. */
function watchedApp(options: MockAppOptions = {}) {
  const app = mockApp(options);
  const readText = async (query = "") => (await app.control("GET", `/page/snapshot${query}`))[1];
  return { ...app, readText, snapshot: async (query?: string) => JSON.parse(await readText(query)) };
}

describe("the snapshot of a new mock", () => {
  it("has its initial plants", async () => {
    const seed = { id: 9007199254740993n, name: "<b>Fern</b>", tag: "indoor" };
    const { snapshot } = watchedApp({ plants: [seed] });
    expect(await snapshot()).toEqual({
      plants: [{ ...seed, id: "9007199254740993" }],
      plantCount: 1,
      requests: [],
      requestCount: 0,
      faults: [],
      faultCount: 0,
      operation: { method: "POST", path: "/plants", returns: "a Plant", creates: true },
      exampleArguments: [
        "/plants",
        "--request POST",
        `--header "Authorization: Bearer \${PLANT_STORE_TOKEN:-any-token}"`,
        "--header 'content-type: application/json'",
        `--data-raw '{ "id": 1042, "name": "Fern" }'`,
      ],
      faultKinds: expect.any(Array),
    });
  });
});

describe("the plants of a snapshot", () => {
  it.each([0, 1, 201])("are the latest 200, newest first, with %i initial ones", async (count) => {
    const moss = Array.from({ length: 201 }, (_, id) => ({ id, name: "Moss" }));
    const { snapshot, mock } = watchedApp({ plants: moss.slice(0, count) });
    mock.plants.add(...moss.slice(count));
    const { plants, plantCount } = await snapshot();
    expect([plantCount, plants.length, plants[0].id, plants[199].id]).toEqual([201, 200, "200", "1"]);
  });

  it("have their texts cut", async () => {
    const { snapshot, mock } = watchedApp();
    mock.plants.add({ id: 1, name: LONG, tag: LONG });
    const [{ name, tag }] = (await snapshot()).plants;
    expect([name.length, tag.length, name.at(-1)]).toEqual([CUT_LENGTH, CUT_LENGTH, "…"]);
  });
});

describe("the names in a snapshot", () => {
  it.each([
    ["", '""'],
    [" Fern", '" Fern"'],
    ["Fern ", '"Fern "'],
    ["Boston  fern", '"Boston  fern"'],
    ["Boston\nfern", String.raw`"Boston\nfern"`],
    ["Boston\xA0fern", String.raw`"Boston\u00a0fern"`],
    ["Fern\x85", String.raw`"Fern\u0085"`],
    ["\u200B", String.raw`"\u200b"`],
    ["\u2060\xAD", String.raw`"\u2060\u00ad"`],
    ["\u{E0001}", String.raw`"\udb40\udc01"`],
  ])("are in quotes if one couldn't see them otherwise: %j", async (name, shown) => {
    const { snapshot, create } = watchedApp();
    await create(JSON.stringify({ id: 1, name, tag: name }));
    const { plants, requests } = await snapshot();
    expect([plants[0].name, plants[0].tag, requests[0].title]).toEqual([shown, shown, shown]);
  });

  it.each(["Fern", "Boston fern", 'a "fern"', "Farn 🧑‍🌾", "می‌خواهم"])(
    "are as they are if one sees them: %s",
    async (name) => {
      const { snapshot } = watchedApp({ plants: [{ id: 1, name }] });
      expect((await snapshot()).plants).toEqual([{ id: "1", name }]);
    },
  );
});

describe("the requests of a snapshot", () => {
  it("show a created plant", async () => {
    const { snapshot, create } = watchedApp();
    await create('{"id":-5,"name":"Moss"}');
    expect((await snapshot()).requests).toEqual([
      {
        number: 1,
        receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        durationMs: expect.any(Number),
        path: "/plants",
        id: "-5",
        title: "Moss",
        outcome: "created",
        created: true,
        status: 200,
      },
    ]);
  });

  it("show why a request was refused", async () => {
    const { snapshot, create } = watchedApp();
    await create('{"id":-5}');
    const [request] = (await snapshot()).requests;
    expect(request).toMatchObject({ title: "POST /plants", outcome: "refused", created: false, status: 400 });
    expect(request.reason).toContain("name is required");
  });

  async function showRequestAfter(fault: Fault) {
    const { snapshot, mock, create } = watchedApp();
    mock.failNext(fault);
    await create(FERN_JSON).catch(() => "lost");
    const [{ status, fault: name, reason }] = (await snapshot()).requests;
    return { status, fault: name, reason };
  }

  it.each<[Fault, object]>([
    [
      { error: 1, message: "No room" },
      { status: 400, fault: "error 1", reason: "No room" },
    ],
    ["html", { status: 502, fault: "html" }],
    [503, { status: 503, fault: "error 503", reason: "Service Unavailable" }],
    ["connection", { fault: "connection", reason: "No response was sent." }],
  ])("show what the fault %j did", async (fault, shown) => {
    expect(await showRequestAfter(fault)).toEqual(shown);
  });

  it("show the fault of a pending request", async () => {
    const { snapshot, mock, create } = watchedApp();
    mock.failNext("timeout");
    void create(FERN_JSON).catch(() => "lost");
    await expect.poll(() => mock.requests[0]?.fault).toBe("timeout");
    const [{ outcome, fault, reason }] = (await snapshot()).requests;
    expect({ outcome, fault, reason }).toEqual({ outcome: "pending", fault: "timeout" });
  });

  it("show no reason for a Response that isn't an Error", async () => {
    const shown = await showRequestAfter(() => Response.json({ message: "No room" }));
    expect(shown).toEqual({ status: 200, fault: "function" });
  });

  it("are the latest 200, newest first", async () => {
    const { snapshot, create } = watchedApp();
    for (let id = 0; id < 201; id++) {
      await create(`{"id":${id},"name":"Moss"}`);
    }
    const { requests, requestCount } = await snapshot();
    expect([requestCount, requests.length, requests[0].id, requests[199].id]).toEqual([201, 200, "200", "1"]);
  });
});

describe("the queued faults of a snapshot", () => {
  async function showFault(queue: (mock: ReturnType<typeof watchedApp>["mock"]) => void) {
    const { snapshot, mock } = watchedApp();
    queue(mock);
    const [{ name, details }] = (await snapshot()).faults;
    return `${name}: ${details}`;
  }

  it.each<[Fault, shown: string]>([
    ["connection", "connection: drops the connection without a response"],
    ["unreachable", "unreachable: refuses the connection with mock.fetch, and drops it elsewhere"],
    [{ fault: "html", delayMs: 300 }, "html: responds with 502 and an HTML page, like a proxy, after 300 ms"],
    [503, "error 503: responds with status 503 and “Service Unavailable”"],
    [{ error: 17, message: "No room", delayMs: 0 }, "error 17: responds with status 400 and “No room”"],
    [() => Response.error(), "function: returns the response"],
    [{ delayMs: 5, creates: true }, "delay 5 ms: responds as usual, after the plant is created, after 5 ms"],
  ])("describe %o", async (fault, shown) => {
    expect(await showFault(({ failNext }) => failNext(fault))).toBe(shown);
  });

  it.each<[title: string, condition: PlantCondition, times: number | undefined, shown: string]>([
    ["an exact id", { id: 9007199254740993n }, 2, "for id 9007199254740993, 2 times"],
    ["several fields", { id: 13, name: "Fern" }, 1, 'for id 13 and name "Fern", once'],
    ["a function for a field", { tag: () => true }, undefined, "for tag that a function matches, each time"],
    ["no fields", {}, 1, "for every plant, once"],
    ["a function", () => true, undefined, "for plants that a function matches, each time"],
  ])("describe a condition with %s", async (_, condition, times, shown) => {
    const described = await showFault(({ failWhen }) => failWhen(condition, "timeout", { times }));
    expect(described).toBe(`timeout: never responds, ${shown}`);
  });

  it("have their numbers", async () => {
    const { snapshot, mock } = watchedApp();
    mock.failNext("html", "timeout");
    expect((await snapshot()).faults).toMatchObject([
      { number: 1, name: "html" },
      { number: 2, name: "timeout" },
    ]);
  });

  it("are the first 200", async () => {
    const { snapshot, mock } = watchedApp();
    mock.failNext(...Array.from({ length: 201 }, () => "html" as const));
    const { faults, faultCount } = await snapshot();
    expect([faultCount, faults.length, faults[0].number]).toEqual([201, 200, 1]);
  });

  it("have their texts cut", async () => {
    const { snapshot, mock } = watchedApp();
    mock.failWhen({ name: LONG }, { error: 1, message: LONG });
    const [{ details }] = (await snapshot()).faults;
    expect([details.length, details.at(-1)]).toEqual([CUT_LENGTH, "…"]);
  });
});

describe("the fault kinds of a snapshot", () => {
  it("are those that a server can apply", async () => {
    const { faultKinds } = await watchedApp().snapshot();
    const names = faultKinds.map(({ name }: { name: string }) => name);
    expect(names).toEqual(["error 400", "error 503", "delay 2 s", "connection", "timeout", "malformed", "html"]);
  });

  it("can be queued with creates", async () => {
    const { snapshot, control } = watchedApp();
    const { faultKinds } = await snapshot();
    const faults = faultKinds.map(({ fault }: { fault: object }) => ({ ...fault, creates: true }));
    const [status, queued] = await control("POST", "/faults", JSON.stringify(faults));
    expect([status, JSON.parse(queued)]).toMatchObject([201, faults.map((fault: object) => ({ fault }))]);
  });
});

describe("the response with a snapshot", () => {
  it("isn't cached", async () => {
    const { headers } = await watchedApp().send("/__mock/page/snapshot");
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it("has at most 2 MiB, whatever the mock holds", async () => {
    const { mock, create, readText } = watchedApp();
    const name = "\\u0001".repeat(CUT_LENGTH + 1);
    for (let id = 0; id < 256; id++) {
      mock.failWhen({ name: LONG }, { error: 1, message: LONG });
      await create(`{"id":${id},"name":"${name}","tag":"${name}"}`, {
        "x-mock-fault": `{"error":1,"message":"${name}"}`,
      });
      await create(`{"id":${id},"name":"${name}","tag":"${name}"}`);
    }
    expect((await readText()).length).toBeLessThan(2 ** 21);
  });
});
