import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
  expect(await start().outcome).toMatchObject({ stdout: expect.stringContaining("created: 6\n"), code: 0 });
  expect(await start().outcome).toMatchObject({ stdout: expect.stringContaining("created: 6\n"), code: 0 });
  expect(idsOf(mock)).toEqual(IDS);
  expect(mock.plants.all()[0]).toEqual({ id: 9007199254740993n, name: "Fern, tall" });
});

it("continues after a kill: no plant is created twice, and the one on its way is parked", async () => {
  const { mock, states, start } = await prepare();
  mock.failWhen({ id: 3 }, { fault: "timeout", creates: true });
  const killed = start();
  await vi.waitFor(() => expect(mock.requests).toHaveLength(3), 30_000);
  killed.process.kill("SIGKILL");
  await killed.outcome;
  appendFileSync(states, '\n{"id":"3","sta'); // a line that the kill cut

  expect(await start().outcome).toMatchObject({
    stdout: expect.stringMatching(/created: 5\n[\s\S]*To settle: 3\n/),
    code: 1,
  });
  expect(idsOf(mock)).toEqual(IDS);
});

it("sends a settled row again when its last line says queued", async () => {
  const { mock, states, start } = await prepare();
  mock.failWhen({ id: 3 }, { fault: "connection" }, { times: 1 });
  expect(await start().outcome).toMatchObject({ stdout: expect.stringContaining("To settle: 3\n"), code: 1 });

  appendFileSync(states, '\n{"id":"3","state":"queued"}\n');
  expect(await start().outcome).toMatchObject({ stdout: expect.stringContaining("To settle: none\n"), code: 0 });
  expect(idsOf(mock).sort()).toEqual([...IDS].sort());
});

it("keeps all rows for the next run when the service refuses the token", async () => {
  const { mock, start } = await prepare();
  mock.failNext(401);
  expect(await start().outcome).toMatchObject({ stdout: expect.stringContaining("queued: 6\n"), code: 1 });
  expect(await start().outcome).toMatchObject({ stdout: expect.stringContaining("created: 6\n"), code: 0 });
  expect(idsOf(mock)).toEqual(IDS);
});

it("sends nothing if an id is in the file twice", async () => {
  const { mock, start } = await prepare("id,name\n7,Fern\n7,Moss\n");
  expect(await start().outcome).toMatchObject({ stderr: expect.stringContaining("has an id twice"), code: 1 });
  expect(mock.requests).toEqual([]);
});

it("sends nothing, and doesn't read the states, while another run sends plants", async () => {
  const { mock, states, start } = await prepare();
  mock.failWhen({ id: 2 }, { fault: "timeout" });
  const first = start();
  await vi.waitFor(() => expect(mock.requests).toHaveLength(2), 30_000);
  writeFileSync(states, "{}"); // a second run that read it would fail otherwise
  expect(await start().outcome).toMatchObject({ stderr: expect.stringContaining("Another run sends plants"), code: 1 });
  expect(mock.requests).toHaveLength(2);
  first.process.kill("SIGKILL");
  await first.outcome;
});

it.each([
  ["an unknown state", '{"id":"3","state":"create"}'],
  ["no state", '{"id":"3"}'],
  ["a number as its id", '{"id":3,"state":"created"}'],
  ["no id", "null"],
])("sends nothing if a line of the states has %s", async (_, line) => {
  const { mock, states, start } = await prepare();
  writeFileSync(states, `${line}\n`);
  expect(await start().outcome).toMatchObject({ stderr: expect.stringContaining(`unknown state: ${line}\n`), code: 1 });
  expect(mock.requests).toEqual([]);
});

it.each(["ID,name\n7,Fern\n", "id;name\n7;Fern\n8;Moss\n"])("sends nothing if no column is an id: %j", async (csv) => {
  const { mock, start } = await prepare(csv);
  expect(await start().outcome).toMatchObject({ stderr: expect.stringContaining('has no column "id"'), code: 1 });
  expect(mock.requests).toEqual([]);
});

it("sends nothing if the file isn't UTF-8", async () => {
  const { mock, start } = await prepare(Buffer.from("id,name\n7,M\xfcller\n", "latin1"));
  expect(await start().outcome).toMatchObject({
    stderr: expect.stringContaining("not valid for encoding utf-8"),
    code: 1,
  });
  expect(mock.requests).toEqual([]);
});

it("reads a file with a byte order mark and empty lines", async () => {
  const { start } = await prepare("\uFEFFid,name\n\n7,Fern\n\n");
  expect(await start().outcome).toMatchObject({ stdout: expect.stringContaining("created: 1\n"), code: 0 });
});

it("keeps the other rows when one isn't a plant", async () => {
  const { states, start } = await prepare("id,name\na dozen,Fern\n8,Moss\n");
  expect(await start().outcome).toMatchObject({
    stdout: expect.stringMatching(/created: 1\n[\s\S]*refused: 1\n/),
    code: 1,
  });
  expect(readFileSync(states, "utf8")).toContain('"reason":"PlantStoreInputError: ');
});
