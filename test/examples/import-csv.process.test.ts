import { appendFile } from "node:fs/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { journalPath } from "../../examples/import-csv/journal.ts";
import { type RunningExample, startExample } from "../support/example.ts";
import { mockServer } from "../support/mock-server.ts";
import { COUNT, CSV, createdIds, IDS, importFile, inDoubt, newFile, sentIds, sorted } from "./support/import-csv.ts";

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
  const start = (preload: readonly string[] = []): RunningExample => {
    const env = { PLANT_STORE_URL: url, PLANT_STORE_TOKEN: "any-token" };
    const example = startExample(["import-csv.ts", file], env, preload);
    onTestFinished(() => void example.process.kill("SIGKILL"));
    return example;
  };
  return {
    mock,
    file,
    url,
    journal: journalPath(file, url),
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

describe("an import in a process of its own", () => {
  it("completes what it has sent on Ctrl-C, and continues when it is started again", async () => {
    const { mock, file, url, journal, start, atArrival } = await newImport();

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
    expect(await inDoubt(journal)).toEqual([]);

    expect(await importFile(file, url)).toEqual([`100 rows: ${before} created earlier, ${COUNT - before} created`]);
    expect(createdIds(mock)).toEqual(IDS);
    expect(sentIds(mock)).toHaveLength(COUNT);
  });

  it("sends no row twice after it was killed, and names each row in doubt", async () => {
    const { mock, file, url, journal, start, atArrival } = await newImport();

    const first = start();
    await atArrival(5, () => {
      first.process.kill("SIGKILL");
      return first.outcome;
    });
    expect((await inDoubt(journal)).filter((id) => !mock.plants.get(id))).not.toEqual([]);

    // SIGSTOP keeps the import from reading responses that the service has sent.
    const second = start();
    await atArrival(10, () => second.process.kill("SIGSTOP"));
    await expect
      .poll(() => mock.requests.some(({ outcome }) => outcome === "pending"), { timeout: 30_000 })
      .toBe(false);
    second.process.kill("SIGKILL");
    await second.outcome;
    const doubtful = await inDoubt(journal);
    expect(doubtful.filter((id) => mock.plants.get(id))).not.toEqual([]);

    const lines = await importFile(file, url);
    expect(lines.filter((line) => line.endsWith(": in doubt, an earlier import was interrupted"))).toHaveLength(
      doubtful.length,
    );
    expect(lines.slice(-2).join(" ")).toBe(
      "A row in doubt may have been created. Look for its id in the service. If the plant exists, add the line " +
        '"<id> created" to the-journal, otherwise "<id> not-created". Then start the import again.',
    );
    expect(new Set(sentIds(mock)).size).toBe(sentIds(mock).length);
    expect(sorted([...new Set([...createdIds(mock), ...doubtful])])).toEqual(IDS);

    for (const id of doubtful) {
      await appendFile(journal, `${id} ${mock.plants.get(id) ? "created" : "not-created"}\n`);
    }
    expect((await importFile(file, url)).at(-1)).toMatch(/^100 rows: \d+ created earlier, \d+ created$/);
    expect(createdIds(mock)).toEqual(IDS);
  });

  it("shows a progress bar on a terminal", async () => {
    const { start } = await newImport();
    const { stdout, stderr, code } = await start(["data:text/javascript,process.stderr.isTTY = true"]).outcome;

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
