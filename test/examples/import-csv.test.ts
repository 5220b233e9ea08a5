import { readFile } from "node:fs/promises";
import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { startMockServer } from "plant-store-sdk/mocks/server";
import { describe, expect, it } from "vitest";
import { importRows } from "../../examples/import-csv/import-rows.ts";
import { journalPath, openJournal } from "../../examples/import-csv/journal.ts";
import { readRows } from "../../examples/import-csv/rows.ts";
import { mockServer } from "../support/mock-server.ts";
import { CSV, createdIds, FIRST_ID, IDS, importFile, newFile, sentIds, toLine } from "./support/import-csv.ts";

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
      expect(lines.at(-3)).toBe("A plant in doubt may have been created. Look in the service for the ids in the-file.");
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
  it("is named after the file and the service", () => {
    const name = "plants.csv.plants.example.com%2Fstaging%2Fv1.journal";
    expect(journalPath("plants.csv", "HTTPS://Plants.Example.com:443/staging/v1//")).toBe(name);
    expect(journalPath("plants.csv", "http://[::1]:4010")).toBe("plants.csv.%5B%3A%3A1%5D%3A4010.journal");
  });

  it("ignores an entry that a power cut truncated, whatever its length, and separates it from the next", async () => {
    const entry = "12 not-created";
    for (let length = 1; length < entry.length; length++) {
      const path = await newFile(`7 created\n${entry.slice(0, length)}`);
      const { states, write, close } = await openJournal(path);
      expect([...states]).toEqual([[7n, "created"]]);
      await write(3n, "again");
      await close();
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

  it("can't be read from a file without a header", async () => {
    await expect(readRows(await newFile("1,Fern,\n"))).rejects.toThrow(
      "must start with the names of its columns: id,name,tag",
    );
  });
});
