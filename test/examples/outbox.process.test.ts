import { execFile } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { openOutbox } from "../../examples/outbox/queue.ts";
import { deferred } from "../support/deferred.ts";
import { startExample } from "../support/example.ts";
import { mockServer } from "../support/mock-server.ts";
import { expectOutcomes } from "../support/outcomes.ts";
import { temporaryFile } from "../support/temporary-file.ts";

const startOffline = (file: string, ...args: string[]) => startExample(["outbox.ts", ...args, "--file", file]);

/** A queue of plants, and a server that they are sent to. The server lets some requests pass, and holds the others. */
async function newQueue(plantCount: number, passing = plantCount) {
  const file = temporaryFile("outbox.jsonl");
  const ids = Array.from({ length: plantCount }, (_, index) => index + 1);
  openOutbox(file).add(ids.map((id) => ({ id, name: `Fern ${id}` })));
  const gate = deferred();
  let arrived = 0;
  const { url, mock } = await mockServer({
    async token() {
      arrived++;
      await (arrived <= passing || gate.promise);
      return true;
    },
  });
  const env = { PLANT_STORE_URL: url, PLANT_STORE_TOKEN: "any-token" };
  const start = (...args: string[]) => startExample(["outbox.ts", "--file", file, ...args], env);
  const waitFor = (requests: number) => expect.poll(() => arrived).toBe(requests);
  return { file, mock, start, waitFor, open: gate.resolve };
}

const readStates = (file: string) =>
  openOutbox(file)
    .list()
    .map(({ state }) => state);

it("loses no plant and creates none twice after kill -9", async () => {
  const { file, mock, start, waitFor, open } = await newQueue(6, 2);
  const killed = start("--concurrency", "2");
  await waitFor(4);
  killed.process.kill("SIGKILL");
  await killed.outcome;
  expect(readStates(file)).toEqual(["created", "created", "parked", "parked", "queued", "queued"]);

  await expectOutcomes({ mock }, "created", "created", "aborted", "aborted");
  open();
  expect(await start("settle", "3", "4", "missing").outcome).toMatchObject({ stderr: "", code: 0 });
  expect(await start().outcome).toMatchObject({ code: 0 });
  expect(mock.plants.all().map(({ name }) => name)).toEqual([1, 2, 3, 4, 5, 6].map((id) => `Fern ${id}`));
});

it("stops after the calls in progress on Ctrl-C", async () => {
  const { file, mock, start, waitFor, open } = await newQueue(2, 0);
  const example = start();
  await waitFor(1);
  expect.assert(example.process.stderr);
  const message = once(example.process.stderr, "data");
  example.process.kill("SIGINT");
  expect(String(await message)).toContain("Stopping after the calls in progress");
  open();
  const stdout = "1 created, 1 queued, 0 parked, 0 refused\nPaused: Ctrl-C\n";
  expect(await example.outcome).toMatchObject({ stdout, code: 1 });
  expect(readStates(file)).toEqual(["created", "queued"]);
  expect(mock.plants.size).toBe(1);
});

it("shows its progress in twenty lines at most", async () => {
  const { start } = await newQueue(50);
  const { stderr } = await start().outcome;
  expect(stderr.match(/^Sent \d+ of 50 plants$/gm)).toHaveLength(17);
  expect(stderr).toMatch(/^Sent 3 of 50 plants\nSent 6 of 50 plants\n.*\nSent 50 of 50 plants\n$/s);
});

it("shows every outcome offline, with plants of its own", async () => {
  const { stdout, code } = await startOffline(temporaryFile("outbox.jsonl")).outcome;
  expect(stdout).toMatch(/^parked \d+ Aloe vera: POST .+\nrefused \d+ Ficus lyrata: No room for another plant\.\n/);
  expect(stdout).toMatch(/\n1 created, 0 queued, 1 parked, 1 refused\n$/);
  expect(code).toBe(1);
});

it("adds plants, one or a file of them", async () => {
  const file = temporaryFile("outbox.jsonl");
  writeFileSync(`${file}.plants`, '{"id":9007199254740993,"name":"Ivy"}\n{"id":"4","name":"Moss"}\n');
  expect(await startOffline(file, "add", "Fern", "indoor").outcome).toMatchObject({ stderr: "", code: 0 });
  expect(await startOffline(file, "add", "--from", `${file}.plants`).outcome).toMatchObject({ stderr: "", code: 0 });
  expect(openOutbox(file).list("queued")).toMatchObject([
    { name: "Fern", tag: "indoor" },
    { id: "9007199254740993", name: "Ivy" },
    { id: "4", name: "Moss" },
  ]);
});

it.each([
  { args: ["--help"], stdout: /^Usage: /, stderr: /^$/, code: 0 },
  { args: ["no-such-command"], stdout: /^$/, stderr: /^Usage: /, code: 1 },
  { args: ["send", "--concurrency", "many"], stdout: /^$/, stderr: /^--concurrency must be a whole number/, code: 1 },
  { args: ["settle", "42", "created"], stdout: /^$/, stderr: /^No parked or refused plant has the id 42\n$/, code: 1 },
])("explains itself: $args", async ({ args, stdout, stderr, code }) => {
  const outcome = await startOffline(temporaryFile("outbox.jsonl"), ...args).outcome;
  expect(outcome.stdout).toMatch(stdout);
  expect(outcome.stderr).toMatch(stderr);
  expect(outcome.code).toBe(code);
});

// bash ends a write at 1 KiB, as a full disk would.
it.skipIf(process.platform === "win32")("keeps its file whole when a save fails halfway", async () => {
  const file = temporaryFile("outbox.jsonl");
  const program = `
    import { openOutbox } from "./examples/outbox/queue.ts";
    const { add } = openOutbox(process.argv[1]);
    try {
      add([{ id: 1, name: "Fern".repeat(1_000) }]);
    } catch {
      add([{ id: 1, name: "Ivy" }]);
    }`;
  const node = `"${process.execPath}" --import tsx --input-type=module --eval "$0" "$1"`;
  const env = { PATH: process.env.PATH, TSX_DISABLE_CACHE: "1" };
  await promisify(execFile)("bash", ["-c", `ulimit -f 1; ${node}`, program, file], { env });
  expect(openOutbox(file).list()).toMatchObject([{ name: "Ivy" }]);
});
