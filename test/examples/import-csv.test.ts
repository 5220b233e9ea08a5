import { fstatSync, fsyncSync, statSync } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { startMockServer } from "plant-store-sdk/mocks/server";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { importRows } from "../../examples/import-csv/import-rows.ts";
import { journalPath, openJournal } from "../../examples/import-csv/journal.ts";
import { readRows } from "../../examples/import-csv/rows.ts";
import { mockServer } from "../support/mock-server.ts";
import { CSV, createdIds, FIRST_ID, IDS, importFile, newFile, sentIds, toLine } from "./support/import-csv.ts";

vi.mock("node:fs", { spy: true });

const journal = { path: "", states: new Map(), close: async () => {}, write: async () => {} };
const busy = { error: 9, message: "Busy", status: 503 };

describe("an import", () => {
  it.each([{ fault: "connection" as const }, { fault: busy }])(
    "stops and leaves the row in doubt when the plant may have been created: $fault",
    async ({ fault }) => {
      const file = await newFile(CSV);
      const { url, mock } = await mockServer();
      mock.failNext(fault);

      const lines = await importFile(file, url);
      const [lost = 0n] = sentIds(mock);
      expect(lines.join("\n")).toContain(`Line ${toLine(lost)}, id ${lost}: in doubt, `);
      expect(lines.at(-4)).toMatch(/^100 rows: .*\b1 in doubt\b.*\bnot sent\b/);
      expect(await readFile(journalPath(file, url).replace("journal", "in-doubt"), "utf8")).toBe(`${lost}\n`);
    },
  );

  it("continues when a row is refused, and sends that row again the next time", async () => {
    const file = await newFile(CSV);
    const { url, mock } = await mockServer();
    mock.failNext({ error: 7, message: "No room for another plant." });

    const lines = await importFile(file, url);
    const [refused = 0n] = sentIds(mock);
    expect(lines[0]).toBe(`Line ${toLine(refused)}, id ${refused}: refused, No room for another plant.`);
    expect(lines.slice(1)).toEqual([expect.stringMatching(/^100 rows: (?=.*\b99 created\b)(?=.*\b1 refused\b)/)]);
    expect(await importFile(file, url)).toEqual([
      expect.stringMatching(/^100 rows: (?=.*\b99 created earlier\b)(?=.*\b1 created\b)/),
    ]);
    expect(createdIds(mock)).toEqual(IDS);
  });

  it("leaves nothing in doubt when the connection is refused, and stops after ten in a row", async () => {
    const file = await newFile(CSV);
    const { url, close } = await startMockServer();
    await close();

    const lines = await importFile(file, url);
    expect(lines[0]).toMatch(`Line 2, id ${FIRST_ID}: failed, PlantStoreConnectionError: `);
    expect(lines.at(-1)).toMatch(/^100 rows: \d\d failed, \d\d not sent$/); // 64 were under way
  });

  it("continues after nine refused connections in a row", async () => {
    const { rows } = await readRows(await newFile(CSV));
    let calls = 0;
    let turn = Promise.resolve();
    const fetch = async () => {
      calls += 1;
      const isRefused = calls % 10 !== 0;
      turn = turn.then(() => new Promise(setImmediate));
      await turn;
      return isRefused ? Promise.reject({ syscall: "connect" }) : Response.json({ name: "Fern" });
    };
    const client = createPlantStoreClient({ baseUrl: "https://a.example", token: "any", fetch });
    const results = await importRows(rows, { journal, client, stop: new AbortController() });
    const count = (outcome: string) => results.filter((result) => result.outcome === outcome).length;
    expect([count("created"), count("failed")]).toEqual([10, 90]);
  });

  it.each([
    { how: "created", sent: 1 },
    { how: "missing", sent: 2 },
    { how: "again", sent: 2 },
  ])("sends a row in doubt $sent times with --settle $how", async ({ how, sent }) => {
    const file = await newFile("id,name\n1,Fern\n");
    const { url, mock } = await mockServer();
    mock.failNext("connection");
    await importFile(file, url);

    expect(await importFile(file, url)).toContain("1 rows: 1 in doubt");
    expect(await importFile(file, url, how)).toEqual([`1 rows: 1 ${sent === 1 ? "created earlier" : "created"}`]);
    expect(sentIds(mock)).toHaveLength(sent);
    await expect(importFile(file, url, how)).rejects.toThrow("in-doubt"); // nothing is, so there is no file
    await expect(importFile(file, url, "maybe")).rejects.toThrow("--settle takes created, missing, again, not maybe");
  });

  it("sends a row only after its entry is on the disk", async () => {
    const { rows } = await readRows(await newFile("id,name\n1,Fern\n"));
    const mock = createPlantStoreMock();
    const client = createPlantStoreClient({ baseUrl: "https://a.example", token: "any", fetch: mock.fetch });
    const written: string[] = [];
    const write = async (id: bigint, state: string) => {
      await new Promise(setImmediate);
      written.push(`${id} ${state}, ${mock.requests.length} sent`);
    };
    await importRows(rows, { journal: { ...journal, write }, client, stop: new AbortController() });
    expect(written[0]).toBe("1 sending, 0 sent");
  });
});

describe("the journal of an import", () => {
  it.each([
    ["HTTPS://Plants.Example.com:443//", "plants.csv.plants.example.com.journal"],
    ["https://plants.example.com/staging/v1/", "plants.csv.plants.example.com%2Fstaging%2Fv1.journal"],
    ["http://[::1]:4010", "plants.csv.%5B%3A%3A1%5D%3A4010.journal"],
  ])("is named after the file and the service: %s", (baseUrl, name) => {
    expect(journalPath("plants.csv", baseUrl)).toBe(name);
  });

  it("syncs its folder before the first entry", async () => {
    const path = await newFile("");
    let synced: bigint | undefined;
    vi.mocked(fsyncSync).mockImplementationOnce((folder) => {
      synced = fstatSync(folder, { bigint: true }).ino;
    });

    await openJournal(`${path}.journal`);
    expect(synced).toBe(statSync(dirname(path), { bigint: true }).ino);
  });

  it("writes at once all entries that arrive while the disk is busy", async () => {
    const path = await newFile("");
    const { write } = await openJournal(path);
    const probe = await open(path);
    onTestFinished(() => probe.close());
    const append = vi.spyOn(Object.getPrototypeOf(probe), "appendFile");

    await Promise.all([write(0n, "sending").then(() => {}), ...IDS.map((id) => write(id, "sending"))]);
    await Promise.all(IDS.map((id) => write(id, "created")));
    expect(append).toHaveBeenCalledTimes(2);
    const entries = (state: string) => IDS.map((id) => `${id} ${state}\n`).join("");
    expect(await readFile(path, "utf8")).toBe(`0 sending\n${entries("sending")}${entries("created")}`);
  });

  it("ignores an entry that a power cut truncated, whatever its length, and separates it from the next", async () => {
    const entry = "12 not-created";
    for (let length = 1; length < entry.length; length++) {
      const path = await newFile(`7 created\n${entry.slice(0, length)}`);
      const { states, write } = await openJournal(path);
      expect([...states]).toEqual([[7n, "created"]]);
      await write(3n, "again");
      expect(await readFile(path, "utf8")).toBe(`7 created\n${entry.slice(0, length)}\n3 again\n`);
    }
  });
});

describe("the rows of an import", () => {
  it("may contain commas, quotes and newlines, and ids of the whole int64", async () => {
    const path = await newFile(
      '\ufeffid,tag,name\r\n1042,"a ""b"", c","Ficus\r\nlyrata"\r\n\r\n-9223372036854775808,,Fern\r\n9223372036854775807,x,Aloe\r\n',
    );

    const { rows, skipped } = await readRows(path);
    expect(rows.map(({ line, newPlant }) => [line, newPlant])).toEqual([
      [2, { id: 1042n, name: "Ficus\nlyrata", tag: 'a "b", c' }],
      [5, { id: -(2n ** 63n), name: "Fern" }],
      [6, { id: 2n ** 63n - 1n, name: "Aloe", tag: "x" }],
    ]);
    expect(skipped).toEqual([]);
  });

  it("are skipped with the line that they start on and the reason", async () => {
    const path = await newFile(
      'id,name,tag\n1,"two\nlines",\n\nx,"three\n\nlines",\n2,Fern\n1,Moss,\n3,Ivy,,\n5,,\n4,Aloe,\n',
    );

    const { rows, skipped } = await readRows(path);
    const fields = { reason: "wrong number of fields", details: "it doesn't have the fields of the header" };
    expect(skipped).toEqual([
      { line: 5, reason: "invalid id", details: "Use digits only, without leading zeros" },
      { line: 8, ...fields },
      { line: 9, reason: "duplicate id", details: "line 2 has the id 1 too" },
      { line: 10, ...fields },
      { line: 11, reason: "invalid name", details: "Enter a name" },
    ]);
    expect(rows.map(({ line, id }) => [line, id])).toEqual([
      [2, 1n],
      [12, 4n],
    ]);
  });

  it.each([
    { problem: "no header", csv: "1,Fern,\n", message: "must start with the names of its columns: id,name,tag" },
    { problem: "an open quote", csv: 'id,name\n1,"Fern\n', message: "with an opening quote at line 2" },
  ])("can't be read from a file with $problem", async ({ csv, message }) => {
    await expect(readRows(await newFile(csv))).rejects.toThrow(message);
  });
});
