import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { startExample } from "../support/example.ts";
import { mockServer } from "../support/mock-server.ts";

const IDS = ["9007199254740993", "2", "3", "4", "5", "6"];

/** A CSV file, the mock server of its program, and a function that starts the program. */
async function prepare(
  csv: string | Buffer = `\ufeffid,name,tag\n${IDS.map((id) => `${id},"Fern, tall",\n`).join("")}`,
) {
  const { mock, url } = await mockServer();
  const folder = mkdtempSync(join(tmpdir(), "plant-store-csv-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "plants.csv");
  writeFileSync(file, csv);
  const env = { PLANT_STORE_URL: url, PLANT_STORE_TOKEN: "any-token" };
  return { mock, file, states: `${file}.states`, start: () => startExample(["queue/send-csv.ts", file], env) };
}

const idsOf = (mock: { plants: { all(): readonly { id: number | bigint }[] } }) =>
  mock.plants.all().map(({ id }) => String(id));

it("sends each row of a CSV file once", async () => {
  const { mock, start } = await prepare();
  expect(await start().outcome).toMatchObject({ stdout: "created: 6, queued: 0\n", code: 0 });
  expect(await start().outcome).toMatchObject({ stdout: "created: 6, queued: 0\n", code: 0 });
  expect(idsOf(mock)).toEqual(IDS);
  expect(mock.plants.all()[0]).toEqual({ id: 9007199254740993n, name: "Fern, tall" });
});

it("refuses a second file, which it would leave out", async () => {
  const { mock, url } = await mockServer();
  const env = { PLANT_STORE_URL: url, PLANT_STORE_TOKEN: "any-token" };
  const { stderr, code } = await startExample(["queue/send-csv.ts", "a.csv", "b.csv"], env).outcome;
  expect([code, stderr]).toEqual([1, expect.stringContaining("Pass one file")]);
  expect(mock.requests).toEqual([]);
});

it("continues after a kill: no plant is created twice, and the one on its way is listed with its time", async () => {
  const { mock, start } = await prepare();
  mock.failWhen({ id: 3 }, { fault: "timeout", creates: true });
  const killed = start();
  await vi.waitFor(() => expect(mock.requests).toHaveLength(3), 30_000);
  killed.process.kill("SIGKILL");
  await killed.outcome;

  expect(await start().outcome).toMatchObject({
    stdout: expect.stringMatching(/^3 20\d\d-\d\d-\d\dT[\d:.]+Z sending\ncreated: 5, queued: 0\n$/),
    code: 1,
  });
  expect(idsOf(mock)).toEqual(IDS);
});

it("sends each row once beside another run", async () => {
  const { mock, start } = await prepare();
  mock.failWhen({}, { delayMs: 50 });
  const outcomes = await Promise.all([start().outcome, start().outcome]);
  expect(outcomes.filter(({ stdout }) => stdout.endsWith("created: 6, queued: 0\n"))).not.toEqual([]);
  expect(idsOf(mock).sort()).toEqual([...IDS].sort());
});

it("lists a row whose file a kill has left empty, and doesn't send it", async () => {
  const { mock, states, start } = await prepare();
  mkdirSync(states);
  writeFileSync(`${states}/3`, "");
  expect(await start().outcome).toMatchObject({
    stdout: expect.stringMatching(/^3 20\S+Z sending\ncreated: 5, queued: 0\n$/),
    code: 1,
  });
  expect(idsOf(mock)).not.toContain("3");
});

it("sends a settled row again when its file is deleted", async () => {
  const { mock, states, start } = await prepare();
  mock.failWhen({ id: 3 }, { fault: "connection" }, { times: 1 });
  expect(await start().outcome).toMatchObject({
    stdout: expect.stringMatching(/^3 20\S+Z parked PlantStoreConnectionError: .*\ncreated: 5, queued: 0\n$/),
    code: 1,
  });

  rmSync(`${states}/3`);
  expect(await start().outcome).toMatchObject({ stdout: "created: 6, queued: 0\n", code: 0 });
  expect(idsOf(mock).sort()).toEqual([...IDS].sort());
});

it("exits with 1 if it has queued a row again", async () => {
  const { mock, start } = await prepare();
  mock.failWhen({ id: 3 }, 429);
  expect(await start().outcome).toMatchObject({ stdout: "created: 5, queued: 1\n", code: 1 });
});

it("lists no row that another run queues again meanwhile", async () => {
  const { states, start } = await prepare("id,name\n7,Fern\n");
  mkdirSync(states);
  symlinkSync("deleted", `${states}/8`); // a file that is listed, and is gone when it is read
  expect(await start().outcome).toMatchObject({ stdout: "created: 1, queued: 0\n", code: 0 });
});

it("takes a settled row for created when its file says so", async () => {
  const { states, start } = await prepare("id,name\n7,Fern\n");
  mkdirSync(states);
  writeFileSync(`${states}/7`, "created\n");
  expect(await start().outcome).toMatchObject({ stdout: "created: 1, queued: 0\n", code: 0 });
});

it("lists a row that the service refuses, and why", async () => {
  const { mock, start } = await prepare();
  mock.failWhen({ id: 3 }, { error: 7, message: "No room: created" });
  expect(await start().outcome).toMatchObject({
    stdout: expect.stringMatching(/^3 20\S+Z refused PlantStoreApiError: No room: created\ncreated: 5, queued: 0\n$/),
    code: 1,
  });
});

it("keeps all rows for the next run when the service refuses the token, and says so", async () => {
  const { mock, start } = await prepare();
  mock.failNext(401);
  expect(await start().outcome).toMatchObject({
    stdout: "created: 0, queued: 6\n",
    stderr: expect.stringMatching(/^\d+ queued PlantStoreApiError: .+\nStopped: PlantStoreApiError: /),
    code: 1,
  });
  expect(await start().outcome).toMatchObject({ stdout: "created: 6, queued: 0\n", code: 0 });
  expect(idsOf(mock)).toEqual(IDS);
});

it("keeps all rows for the next run when the base URL is that of a page", async () => {
  const { mock, states, start } = await prepare();
  mock.failWhen({}, () => new Response("<h1>Not Found</h1>", { status: 404 }));
  expect(await start().outcome).toMatchObject({ stdout: "created: 0, queued: 6\n", code: 1 });
  expect(readdirSync(states)).toEqual([]);
});

it("lists a plant in doubt whose line was deleted, and exits with 1", async () => {
  const { mock, start, states } = await prepare("id,name\n7,Fern\n");
  mkdirSync(states);
  writeFileSync(`${states}/8`, "parked Lost");
  const { stdout, code } = await start().outcome;
  expect(stdout).toMatch(/^8 \S+ parked Lost\ncreated: 1, queued: 0\n$/);
  expect(code).toBe(1);
  expect(mock.requests).toHaveLength(1);
});

it("lists a plant in doubt also if rows are invalid", async () => {
  const { states, start } = await prepare("id,name\n7,\n");
  mkdirSync(states);
  writeFileSync(`${states}/8`, "parked Lost");
  const { stdout, stderr } = await start().outcome;
  expect(stdout).toMatch(/^8 \S+ parked Lost\n/);
  expect(stderr).toContain("line 2: Enter a name");
});

it("reads a blank tag, in quotes too, as absent", async () => {
  const { mock, start } = await prepare('id,name,tag\n7,Fern,""\n8,Moss,"  "\n9,Ivy,\n');
  await start().outcome;
  expect(mock.plants.all()).toEqual([
    { id: 7, name: "Fern" },
    { id: 8, name: "Moss" },
    { id: 9, name: "Ivy" },
  ]);
});

it("sends nothing if rows are invalid, and names each of them", async () => {
  const { mock, file, start } = await prepare(
    'id,name\na dozen,Fern\n\n7,"Moss\n"\n8,\n7\u200b,Ivy\n-0,Fern\n0,Fern\n',
  );
  const { stdout, stderr, code } = await start().outcome;
  expect({ stdout, code }).toEqual({ stdout: "created: 0, queued: 0\n", code: 1 });
  expect(stderr).toContain(
    [
      `Stopped: Error: ${file} needs the columns id and name, and may have tag:`,
      "line 2: Use digits without leading zeros, such as 1042 or -5",
      "line 6: Enter a name",
      "line 7: id 7 is also in line 5",
      "line 9: id 0 is also in line 8\n",
    ].join("\n"),
  );
  expect(mock.requests).toEqual([]);
});

it("reads the names of columns in any case", async () => {
  const { mock, start } = await prepare("ID,Name,Tag\n7,Fern,indoor\n");
  await start().outcome;
  expect(mock.plants.all()).toEqual([{ id: 7, name: "Fern", tag: "indoor" }]);
});

it("sends nothing if no column is an id", async () => {
  const { mock, start } = await prepare("id;name\n7;Fern\n8;Moss\n");
  expect(await start().outcome).toMatchObject({
    stderr: expect.stringContaining("needs the columns id and name, and may have tag:\nline 2: Enter an id\n"),
    code: 1,
  });
  expect(mock.requests).toEqual([]);
});

it("sends nothing if the file isn't UTF-8", async () => {
  const { mock, file, start } = await prepare(Buffer.from("id,name\n7,M\xfcller\n", "latin1"));
  expect(await start().outcome).toMatchObject({ stderr: expect.stringContaining(`${file} isn't UTF-8`), code: 1 });
  expect(mock.requests).toEqual([]);
});

it("reads a file with a byte order mark and empty lines", async () => {
  const { start } = await prepare("\uFEFFid,name\n\n7,Fern\n\n");
  expect(await start().outcome).toMatchObject({ stdout: "created: 1, queued: 0\n", code: 0 });
});

it("writes the token neither into the states nor on the screen", async () => {
  const { mock, states, start } = await prepare();
  mock.failWhen({ id: 2 }, { error: 7, message: "any-token is too long" });
  mock.failWhen({ id: 3 }, { status: 503, message: "any-token" });
  mock.failWhen({ id: 4 }, { status: 401, message: "any-token" });
  const { stdout, stderr } = await start().outcome;
  const texts = readdirSync(states).map((name) => readFileSync(`${states}/${name}`, "utf8"));
  expect(texts).toHaveLength(3);
  expect([stdout, stderr, ...texts].join("")).not.toContain("any-token");
});
