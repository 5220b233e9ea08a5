import { readFile, writeFile } from "node:fs/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { journalPath } from "../../examples/import-csv/journal.ts";
import { type RunningExample, startExample } from "../support/example.ts";
import { mockServer } from "../support/mock-server.ts";
import { COUNT, CSV, createdIds, IDS, importFile, newFile, sentIds, sorted } from "./support/import-csv.ts";

async function newImport() {
  const file = await newFile(CSV);
  let arrived = 0;
  let onArrival: () => unknown = () => {};
  const { url, mock } = await mockServer({
    async token() {
      arrived += 1;
      await onArrival();
      return true;
    },
  });
  const start = (args: readonly string[] = [], preload: readonly string[] = []): RunningExample => {
    const env = { PLANT_STORE_URL: url, PLANT_STORE_TOKEN: "any-token" };
    const example = startExample(["import-csv.ts", file, ...args], env, preload);
    onTestFinished(() => void example.process.kill("SIGKILL"));
    return example;
  };
  return {
    mock,
    file,
    url,
    inDoubt: journalPath(file, url).replace(".journal", ".in-doubt"),
    start,
    /** The last request gets no response before `act` ends. */
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

const readIds = async (path: string) => ((await readFile(path, "utf8")).match(/^\d+$/gm) ?? []).map(BigInt);

describe("an import in a process of its own", () => {
  it("completes what it has sent on Ctrl-C, and continues when it is started again", async () => {
    const { mock, file, url, start, atArrival } = await newImport();

    const example = start();
    await atArrival(10, () => example.process.kill("SIGINT"));
    const { stdout, stderr, code } = await example.outcome;
    const before = mock.plants.size;
    expect(before).toBeGreaterThanOrEqual(10);
    expect(before).toBeLessThan(COUNT);
    expect({ stdout, code }).toEqual({
      stdout: `${COUNT} rows: ${before} created, ${COUNT - before} not sent\n`,
      code: 1,
    });
    expect(stderr).toContain(` ${before} of 100 rows\n`);

    expect(await importFile(file, url)).toEqual([`100 rows: ${before} created earlier, ${COUNT - before} created`]);
    expect(createdIds(mock)).toEqual(IDS);
    expect(sentIds(mock)).toHaveLength(COUNT);
  });

  it("sends no row twice after it was killed, and settles the rows in doubt", async () => {
    const { mock, file, url, inDoubt, start, atArrival } = await newImport();

    const first = start();
    await atArrival(5, () => {
      first.process.kill("SIGKILL");
      return first.outcome;
    });
    await expect.poll(() => mock.requests.some(({ outcome }) => outcome === "pending")).toBe(false);

    const lines = await importFile(file, url);
    const doubtful = await readIds(inDoubt);
    expect(doubtful).not.toEqual([]);
    expect(lines.filter((line) => line.endsWith(": in doubt, an earlier import was interrupted"))).toHaveLength(
      doubtful.length,
    );
    expect(lines.at(-3)).toBe("A plant in doubt may have been created. Look in the service for the ids in the-file.");
    expect(sorted([...new Set([...createdIds(mock), ...doubtful])])).toEqual(IDS);

    const existing = doubtful.filter((id) => mock.plants.get(id));
    await writeFile(inDoubt, existing.join("\n"));
    await start(["--settle", "created"]).outcome;
    expect(await readIds(inDoubt)).toEqual(doubtful.filter((id) => !existing.includes(id)));
    const { stdout, code } = await start(["--settle", "missing"]).outcome;
    expect(stdout).toMatch(/^100 rows: \d+ created earlier(, \d+ created)?\n$/);
    expect(code).toBe(0);
    expect(createdIds(mock)).toEqual(IDS);
  });

  it("imports its own data offline", async () => {
    const { stdout, code } = await startExample(["import-csv.ts"]).outcome;
    expect(stdout).toMatchSnapshot();
    expect(code).toBe(1); // some rows can't be sent
  });

  it("shows a progress bar on a terminal", async () => {
    const { start } = await newImport();
    const { stdout, stderr, code } = await start([], ["data:text/javascript,process.stderr.isTTY = true"]).outcome;

    expect(stderr).toMatch(/ 0 of 100 rows.+={40} 100 of 100 rows/s);
    expect({ stdout, code }).toEqual({ stdout: "100 rows: 100 created\n", code: 0 });
  });

  it("prints one line when it can't start", async () => {
    expect(await startExample(["import-csv.ts", "no-such.csv"]).outcome).toEqual({
      stdout: "",
      stderr: "ENOENT: no such file or directory, open 'no-such.csv'\n",
      code: 1,
    });
  });
});
