import { fstatSync, fsyncSync, statSync } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { startMockServer } from "plant-store-sdk/mocks/server";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { httpFetch } from "../../examples/import-csv/http-fetch.ts";
import { importRows } from "../../examples/import-csv/import-rows.ts";
import { journalPath, openJournal } from "../../examples/import-csv/journal.ts";
import { readRows } from "../../examples/import-csv/rows.ts";
import { mockServer } from "../support/mock-server.ts";
import {
  COUNT,
  CSV,
  createdIds,
  FIRST_ID,
  IDS,
  importFile,
  inDoubt,
  newFile,
  sentIds,
  toLine,
} from "./support/import-csv.ts";

vi.mock("node:fs", { spy: true });

describe("an import", () => {
  it("stops when a connection drops, and leaves that row in doubt", async () => {
    const file = await newFile(CSV);
    const { url, mock } = await mockServer();
    mock.failNext("connection");

    const lines = await importFile(file, url);
    const [lost = 0n] = sentIds(mock);
    expect(await inDoubt(journalPath(file, url))).toEqual([lost]);
    expect(lines.join("\n")).toContain(`Line ${toLine(lost)}, id ${lost}: in doubt, PlantStoreConnectionError: `);
    expect(lines.at(-3)).toMatch(/^100 rows: .*\b1 in doubt\b/);
    expect(mock.plants.size).toBeLessThan(COUNT - 1);
  });

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

  it("leaves nothing in doubt when nothing listens", async () => {
    const file = await newFile(CSV);
    const { url, close } = await startMockServer();
    await close();

    const lines = await importFile(file, url);
    expect(lines[0]).toContain(`Line 2, id ${FIRST_ID}: not sent, PlantStoreConnectionError: `);
    expect(lines.at(-1)).toBe("100 rows: 100 not sent");
    expect(await inDoubt(journalPath(file, url))).toEqual([]);
  });

  it("starts over for another service, beside the journal of the first", async () => {
    const file = await newFile(CSV);
    const [staging, production] = [await mockServer(), await mockServer()];
    expect(await importFile(file, staging.url)).toEqual(["100 rows: 100 created"]);
    expect(await importFile(file, production.url)).toEqual(["100 rows: 100 created"]);
    expect(createdIds(production.mock)).toEqual(IDS);
    expect(await importFile(file, staging.url)).toEqual(["100 rows: 100 created earlier"]);
    expect(sentIds(staging.mock)).toHaveLength(COUNT);
  });

  it("sends a row only after its entry is on the disk", async () => {
    const { rows } = readRows(await newFile("id,name\n1,Fern\n"));
    const mock = createPlantStoreMock();
    const client = createPlantStoreClient({ baseUrl: "https://a.example", token: "any", fetch: mock.fetch });
    const written: string[] = [];
    const journal = {
      path: "",
      states: new Map(),
      close: async () => {},
      async write(id: bigint, state: string) {
        await new Promise(setImmediate);
        written.push(`${id} ${state}, ${mock.requests.length} sent`);
      },
    };

    await importRows(rows, { journal, client, stop: new AbortController() });
    expect(written[0]).toBe("1 sending, 0 sent");
  });

  it("is sent without middleware, which may pass fetch a Request", async () => {
    await expect(httpFetch(new Request("https://plants.example.com/plants"))).rejects.toThrow("takes no Request");
  });

  it("counts the skipped rows by reason", async () => {
    const { url } = await mockServer();
    expect(await importFile(await newFile('id,name\n1,Fern\nx,Moss\n1,Ivy\n2\n3,Aloe,"a\nb"\n'), url)).toEqual([
      'Line 3: skipped, "x" isn\'t a valid id',
      "Line 4: skipped, line 2 has the id 1 too",
      "Line 5: skipped, it doesn't have the fields of the header",
      "Line 6: skipped, it doesn't have the fields of the header",
      "5 rows: 1 created, 1 skipped (invalid id), 1 skipped (duplicate id), 2 skipped (wrong number of fields)",
    ]);
  });
});

describe("the journal of an import", () => {
  const openForTest = async (path: string) => {
    const journal = await openJournal(path);
    onTestFinished(() => journal.close());
    return journal;
  };

  it.each([
    ["https://plants.example.com", "plants.csv.plants.example.com.journal"],
    ["https://plants.example.com/", "plants.csv.plants.example.com.journal"],
    ["HTTPS://Plants.Example.com:443//", "plants.csv.plants.example.com.journal"],
    ["https://plants.example.com:8443", "plants.csv.plants.example.com%3A8443.journal"],
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

    await openForTest(`${path}.journal`);
    expect(synced).toBe(statSync(dirname(path), { bigint: true }).ino);
  });

  it("has each entry in the file when write resolves", async () => {
    const path = await newFile("");
    const { write } = await openForTest(path);
    await write(1n, "sending");
    expect(await readFile(path, "utf8")).toBe("1 sending\n");
    void write(1n, "created");
    await write(2n, "sending");
    expect(await readFile(path, "utf8")).toBe("1 sending\n1 created\n2 sending\n");
  });

  it("writes at once all entries that arrive while the disk is busy", async () => {
    const path = await newFile("");
    const { write } = await openForTest(path);
    const probe = await open(path);
    onTestFinished(() => probe.close());
    const append = vi.spyOn(Object.getPrototypeOf(probe), "appendFile");

    await Promise.all([write(0n, "sending").then(() => {}), ...IDS.map((id) => write(id, "sending"))]);
    await Promise.all(IDS.map((id) => write(id, "created")));
    expect(append).toHaveBeenCalledTimes(2);
    const entries = (state: string) => IDS.map((id) => `${id} ${state}\n`).join("");
    expect(await readFile(path, "utf8")).toBe(`0 sending\n${entries("sending")}${entries("created")}`);
  });

  it("rejects an entry that can't be written, and all after it", async () => {
    const path = await newFile("");
    const { write } = await openJournal(path);
    const probe = await open(path);
    onTestFinished(() => probe.close());
    vi.spyOn(Object.getPrototypeOf(probe), "appendFile").mockRejectedValueOnce(new Error("ENOSPC"));

    await expect(write(1n, "sending")).rejects.toThrow("ENOSPC");
    await expect(write(2n, "sending")).rejects.toThrow("ENOSPC");
  });

  it("separates an entry that a power cut truncated from the next", async () => {
    const path = await newFile("1 sending\n1 created\n2 sending\n2 crea");

    const { states, write } = await openForTest(path);
    expect([...states]).toEqual([
      [1n, "created"],
      [2n, "sending"],
    ]);
    await write(3n, "not-created");
    expect(await readFile(path, "utf8")).toBe("1 sending\n1 created\n2 sending\n2 crea\n3 not-created\n");
  });

  it("ignores a truncated entry of any length", async () => {
    const entry = "12 not-created";
    for (let length = 0; length < entry.length; length++) {
      const { states } = await openForTest(await newFile(`7 created\n${entry.slice(0, length)}`));
      expect([...states.keys()]).toEqual([7n]);
    }
  });
});

describe("the rows of an import", () => {
  it("may contain commas, quotes and newlines, and ids of the whole int64", async () => {
    const path = await newFile(
      '\ufeffid,tag,name\r\n1042,"a ""b"", c","Ficus\r\nlyrata"\r\n\r\n-9223372036854775808,,Fern\r\n9223372036854775807,x,\r\n',
    );

    expect(readRows(path)).toEqual({
      rows: [
        { line: 2, id: 1042n, newPlant: { id: 1042n, name: "Ficus\nlyrata", tag: 'a "b", c' } },
        { line: 5, id: -(2n ** 63n), newPlant: { id: -(2n ** 63n), name: "Fern", tag: undefined } },
        { line: 6, id: 2n ** 63n - 1n, newPlant: { id: 2n ** 63n - 1n, name: "", tag: "x" } },
      ],
      skipped: [],
    });
  });

  it("are skipped with the line that they start on and the reason", async () => {
    const path = await newFile(
      'id,name,tag\n1,"two\nlines",\n\nx,"three\n\nlines",\n2,Fern\n1,Moss,\n3,Ivy,,\n9223372036854775808,Pilea,\n4,Aloe,\n',
    );

    const { rows, skipped } = readRows(path);
    const fields = { reason: "wrong number of fields", details: "it doesn't have the fields of the header" };
    expect(skipped).toEqual([
      { line: 5, reason: "invalid id", details: '"x" isn\'t a valid id' },
      { line: 8, ...fields },
      { line: 9, reason: "duplicate id", details: "line 2 has the id 1 too" },
      { line: 10, ...fields },
      { line: 11, reason: "invalid id", details: '"9223372036854775808" isn\'t a valid id' },
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
    const path = await newFile(csv);
    expect(() => readRows(path)).toThrow(message);
  });
});
