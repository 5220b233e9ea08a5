import { fstatSync, fsyncSync, statSync } from "node:fs";
import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { PlantStoreMock } from "plant-store-sdk/mocks";
import { startMockServer } from "plant-store-sdk/mocks/server";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { journalPath, openJournal } from "../../examples/import-csv/journal.ts";
import { readRows } from "../../examples/import-csv/rows.ts";
import { type RunningExample, startExample } from "../support/example.ts";
import { mockServer } from "../support/mock-server.ts";

vi.mock("node:fs", { spy: true });
vi.setConfig({ testTimeout: 60_000 }); // each test starts processes

const COUNT = 40;
const FIRST_ID = 9_007_199_254_740_993n; // 2^53 + 1, which a number would round to its neighbour
const IDS = Array.from({ length: COUNT }, (_, index) => FIRST_ID + BigInt(index));
const CSV = ["id,name,tag", ...IDS.map((id) => `${id},"Plant ${id}",import`), ""].join("\n");
const ALL_CREATED = { stdout: `${COUNT} of ${COUNT} plants are created\n`, stderr: "", code: 0 };

/** A file in a folder of its own, for one test. */
async function newFile(content: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "import-csv-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "plants.csv");
  await writeFile(path, content);
  return path;
}

/** An import of a CSV file, and the service that its plants go to. */
async function newImport(csv: string) {
  const file = await newFile(csv);
  let arrived = 0;
  let onArrival: () => unknown = () => {};
  const { url, mock } = await mockServer({
    // The mock asks this when a request has arrived, and answers it afterwards.
    async token() {
      arrived += 1;
      await onArrival();
      return true;
    },
  });
  const examples: RunningExample[] = [];
  onTestFinished(() => {
    for (const { process } of examples) {
      process.kill("SIGKILL");
    }
  });
  const env = { PLANT_STORE_URL: url, PLANT_STORE_TOKEN: "any-token" };
  const start = (preload: readonly string[] = []): RunningExample => {
    const example = startExample(["import-csv.ts", file], env, preload);
    examples.push(example);
    return example;
  };
  return {
    mock,
    file,
    journal: journalPath(file, url),
    start,
    run: () => start().outcome,
    /** Acts when so many more requests have arrived, the last of them not answered before that is done. */
    atArrival: (count: number, act: () => unknown) =>
      new Promise<void>((resolve) => {
        const last = arrived + count;
        onArrival = async () => {
          if (arrived === last) {
            await act();
            resolve();
          }
        };
      }),
  };
}

const sorted = (ids: readonly bigint[]) => [...ids].sort((a, b) => (a < b ? -1 : 1));
const createdIds = ({ plants }: PlantStoreMock) => sorted(plants.all().map(({ id }) => id));
const sentIds = ({ requests }: PlantStoreMock) => requests.map(({ newPlant }) => newPlant?.id);

/** The line of the CSV file on which a row is: the header is on the first. */
const lineOf = (id: bigint) => Number(id - FIRST_ID) + 2;

/** The ids that their last entries in the journal leave in doubt. */
async function inDoubt(journal: string): Promise<bigint[]> {
  const entries = (await readFile(journal, "utf8")).trimEnd().split("\n");
  const states = new Map(entries.map((entry) => entry.split(" ") as [id: string, state: string]));
  return [...states].filter(([, state]) => state === "sending").map(([id]) => BigInt(id));
}

describe("an import", () => {
  it("that Ctrl-C interrupts finishes what is under way, and goes on when it is started again", async () => {
    const { mock, journal, start, run, atArrival } = await newImport(CSV);

    const example = start();
    await atArrival(10, () => example.process.kill("SIGINT"));
    const first = await example.outcome;
    const before = mock.plants.size;
    expect(first).toEqual({ stdout: `${before} of ${COUNT} plants are created\n`, stderr: "", code: 1 });
    expect(before).toBeGreaterThanOrEqual(10);
    expect(before).toBeLessThan(COUNT);
    expect(await inDoubt(journal)).toEqual([]);

    expect(await run()).toEqual(ALL_CREATED);
    expect(createdIds(mock)).toEqual(IDS);
    expect(sentIds(mock)).toHaveLength(COUNT);
  });

  it("that is killed, before an answer and after one, sends no row twice and names each that it can't know of", async () => {
    const { mock, journal, start, run, atArrival } = await newImport(CSV);

    // Killed while the service has not decided: the row that it was about is not created.
    const first = start();
    await atArrival(5, () => {
      first.process.kill("SIGKILL");
      return first.outcome;
    });
    expect((await inDoubt(journal)).filter((id) => !mock.plants.get(id))).not.toEqual([]);

    // The hard case: the service has created the plant and answered, and nobody lives to read that.
    const second = start();
    await atArrival(10, () => second.process.kill("SIGSTOP"));
    await expect
      .poll(() => mock.requests.some(({ outcome }) => outcome === "pending"), { timeout: 30_000 })
      .toBe(false);
    second.process.kill("SIGKILL");
    await second.outcome;
    const doubtful = await inDoubt(journal);
    expect(doubtful.filter((id) => mock.plants.get(id))).not.toEqual([]);

    const report = doubtful.map((id) => `id ${id} is in doubt, from an earlier run\n`).join("");
    const count = `${COUNT - doubtful.length} of ${COUNT} plants are created\n`;
    expect(await run()).toEqual({ stdout: report + count, stderr: "", code: 1 });
    expect(new Set(sentIds(mock)).size).toBe(sentIds(mock).length);
    expect(sorted([...new Set([...createdIds(mock), ...doubtful])])).toEqual(IDS);

    // Somebody finds out, and settles it.
    for (const id of doubtful) {
      await appendFile(journal, `${id} ${mock.plants.get(id) ? "created" : "not-created"}\n`);
    }
    expect(await run()).toEqual(ALL_CREATED);
    expect(createdIds(mock)).toEqual(IDS);
  });

  it("stops where a connection is lost, and leaves that row in doubt", async () => {
    const { mock, journal, run } = await newImport(CSV);
    mock.failNext("connection");

    const { stdout, code } = await run();
    const [lost = 0n] = sentIds(mock);
    expect(await inDoubt(journal)).toEqual([lost]);
    expect(stdout).toContain(`line ${lineOf(lost)}, id ${lost}, is in doubt: PlantStoreConnectionError: `);
    expect(code).toBe(1);
    expect(mock.plants.size).toBeLessThan(COUNT - 1);
  });

  it("goes on where a row is refused, and sends that row again the next time", async () => {
    const { mock, run } = await newImport(CSV);
    mock.failNext({ error: 7, message: "No room for another plant." });

    const { stdout, code } = await run();
    const [refused = 0n] = sentIds(mock);
    expect(stdout).toBe(
      `line ${lineOf(refused)}, id ${refused}, is refused: No room for another plant.\n39 of 40 plants are created\n`,
    );
    expect(code).toBe(1);
    expect(await run()).toEqual(ALL_CREATED);
    expect(createdIds(mock)).toEqual(IDS);
  });

  it("leaves nothing in doubt where nobody listens", async () => {
    const { file } = await newImport(CSV);
    const { url, close } = await startMockServer();
    await close();

    const env = { PLANT_STORE_URL: url, PLANT_STORE_TOKEN: "any-token" };
    const { stdout, code } = await startExample(["import-csv.ts", file], env).outcome;
    expect(stdout).toContain(`line 2, id ${FIRST_ID}, is not sent: PlantStoreConnectionError: `);
    expect(code).toBe(1);
    expect(await inDoubt(journalPath(file, url))).toEqual([]);
  });

  it("of a file that went to another service begins anew, beside the other's journal", async () => {
    const staging = await newImport(CSV);
    const production = await mockServer();
    expect(await staging.run()).toEqual(ALL_CREATED);

    const env = { PLANT_STORE_URL: production.url, PLANT_STORE_TOKEN: "any-token" };
    expect(await startExample(["import-csv.ts", staging.file], env).outcome).toEqual(ALL_CREATED);
    expect(createdIds(production.mock)).toEqual(IDS);
    expect(await staging.run()).toEqual(ALL_CREATED);
    expect(sentIds(staging.mock)).toHaveLength(COUNT);
  });

  it("ends with one line where it can't begin", async () => {
    expect(await startExample(["import-csv.ts", "no-such.csv"]).outcome).toEqual({
      stdout: "",
      stderr: "ENOENT: no such file or directory, open 'no-such.csv'\n",
      code: 1,
    });
  });

  it("shows its progress on a terminal", async () => {
    const { start } = await newImport(CSV);
    const { stdout, stderr } = await start(["data:text/javascript,process.stderr.isTTY = true"]).outcome;

    expect(stderr).toMatch(/ 0 of 40 rows.+={40} 40 of 40 rows/s);
    expect(stdout).toBe(ALL_CREATED.stdout);
  });
});

describe("the journal of an import", () => {
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

  it("is on the disk by its name, too, before anything is noted", async () => {
    const path = await newFile("");
    let synced: bigint | undefined;
    vi.mocked(fsyncSync).mockImplementationOnce((folder) => {
      synced = fstatSync(folder, { bigint: true }).ino;
    });

    openJournal(`${path}.journal`);
    expect(synced).toBe(statSync(dirname(path), { bigint: true }).ino);
  });

  it("keeps apart what a power cut tore from what is noted afterwards", async () => {
    const path = await newFile("1 sending\n1 created\n2 sending\n2 crea");

    const { states, inDoubt, note } = openJournal(path);
    expect([...states]).toEqual([
      [1n, "created"],
      [2n, "sending"],
    ]);
    expect(inDoubt).toEqual([2n]);
    note(3n, "not-created");
    expect(states.get(3n)).toBe("not-created");
    expect(await readFile(path, "utf8")).toBe("1 sending\n1 created\n2 sending\n2 crea\n3 not-created\n");
  });

  it("takes no beginning of an entry for an entry", async () => {
    const entry = "12 not-created";
    for (let length = 0; length < entry.length; length++) {
      expect([...openJournal(await newFile(`7 created\n${entry.slice(0, length)}`)).states.keys()]).toEqual([7n]);
    }
  });
});

describe("the rows of an import", () => {
  it("hold commas, quotes and newlines, and ids of the whole int64", async () => {
    const path = await newFile(
      '\ufeffid,tag,name\r\n1042,"a ""b"", c","Ficus\r\nlyrata"\r\n\r\n-9223372036854775808,,Fern\r\n9223372036854775807,x,\r\n',
    );

    expect(readRows(path)).toEqual({
      rows: [
        { line: 2, id: 1042n, newPlant: { id: 1042n, name: "Ficus\nlyrata", tag: 'a "b", c' } },
        { line: 5, id: -(2n ** 63n), newPlant: { id: -(2n ** 63n), name: "Fern", tag: undefined } },
        { line: 6, id: 2n ** 63n - 1n, newPlant: { id: 2n ** 63n - 1n, name: "", tag: "x" } },
      ],
      problems: [],
    });
  });

  it("are told by the line on which they begin where they can't be sent", async () => {
    const path = await newFile(
      'id,name,tag\n1,"two\nlines",\n\nx,"three\n\nlines",\n2,Fern\n1,Moss,\n3,Ivy,,\n9223372036854775808,Pilea,\n4,Aloe,\n',
    );

    const { rows, problems } = readRows(path);
    expect(problems).toEqual([
      'line 5 is not sent: its id, "x", is no int64',
      "line 8 is not sent: it has more or fewer fields than the header",
      "line 9 is not sent: its id, 1, is that of line 2",
      "line 10 is not sent: it has more or fewer fields than the header",
      'line 11 is not sent: its id, "9223372036854775808", is no int64',
    ]);
    expect(rows.map(({ line, id }) => [line, id])).toEqual([
      [2, 1n],
      [12, 4n],
    ]);
  });

  it.each([
    { what: "no header", csv: "1,Fern,\n", says: "must begin with the names of its columns: id,name,tag" },
    { what: "an open quote", csv: 'id,name\n1,"Fern\n', says: "with an opening quote at line 2" },
  ])("are not read from a file with $what", async ({ csv, says }) => {
    const path = await newFile(csv);
    expect(() => readRows(path)).toThrow(says);
  });
});
