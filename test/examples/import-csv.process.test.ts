import { expect, it } from "vitest";
import { startExample } from "../support/example.ts";
import { mockServer } from "../support/mock-server.ts";
import { COUNT, CSV, createdIds, IDS, importFile, newFile, sentIds } from "./support/import-csv.ts";

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
  return {
    mock,
    importAgain: () => importFile(file, url),
    start(args: readonly string[] = [], preload: readonly string[] = []) {
      const env = { PLANT_STORE_URL: url, PLANT_STORE_TOKEN: "any-token" };
      return startExample(["import-csv.ts", file, ...args], env, preload);
    },
    /** The last request gets no response before `act` ends. */
    atArrival: (count: number, act: () => unknown) =>
      new Promise<void>((resolve) => {
        onArrival = async () => {
          if (arrived === count) {
            await act();
            resolve();
          }
        };
      }),
  };
}

it("completes what it has sent on Ctrl-C, and continues when it is started again", async () => {
  const { mock, importAgain, start, atArrival } = await newImport();
  const example = start();
  await atArrival(10, () => example.process.kill("SIGINT"));
  const { stdout, code } = await example.outcome;
  const before = mock.plants.size;
  expect(before).toBeGreaterThanOrEqual(10);
  expect(before).toBeLessThan(COUNT);
  expect({ stdout, code }).toEqual({
    stdout: `${COUNT} rows: ${before} created, ${COUNT - before} not sent\n`,
    code: 1,
  });

  expect(await importAgain()).toEqual([`100 rows: ${before} created earlier, ${COUNT - before} created`]);
  expect(createdIds(mock)).toEqual(IDS);
  expect(sentIds(mock)).toHaveLength(COUNT);
});

it("sends no row twice after it was killed, until the rows in doubt are settled", async () => {
  const { mock, importAgain, start, atArrival } = await newImport();
  const example = start();
  await atArrival(5, () => {
    example.process.kill("SIGKILL");
    return example.outcome;
  });
  await expect.poll(() => mock.requests.some(({ outcome }) => outcome === "pending")).toBe(false);

  expect((await importAgain()).join("\n")).toMatch(/: in doubt, an earlier import was interrupted$/m);
  expect(createdIds(mock)).toEqual([...new Set(createdIds(mock))]);
  expect(await start(["--settle", "again"]).outcome).toMatchObject({ code: 0 });
  expect([...new Set(createdIds(mock))]).toEqual(IDS);
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
  const { stderr, code } = await startExample(["import-csv.ts", "no-such.csv"]).outcome;
  expect(stderr).toBe("ENOENT: no such file or directory, open 'no-such.csv'\n");
  expect(code).toBe(1);
});
