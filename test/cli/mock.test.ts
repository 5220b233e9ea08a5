import { EventEmitter } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { mock } from "../../cli/mock.ts";
import { readMockSettings } from "../../cli/mock-settings.ts";
import { FERN_JSON } from "../support/fern.ts";
import { getRejection } from "../support/get-rejection.ts";
import { jsonProblem } from "../support/json-problem.ts";
import { listening } from "../support/listening.ts";
import { post } from "../support/post.ts";
import { openRawConnection, rawPost } from "../support/raw-connection.ts";

const READY = /^The Plant Store mock is ready at (http:\S+)\n/;

/** What Node says of a folder that is read as a file. Its versions say it differently. */
const folderProblem = ((await getRejection(readFile("."))) as Error).message;

async function seed(text: string | Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "plant-store-seed-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "plants.json");
  await writeFile(path, text);
  return path;
}

function run(args: readonly string[], output: { writableLength?: number } = {}) {
  const texts = { stdout: "", stderr: "" };
  const io = Object.assign(new EventEmitter(), {
    stdout: { write: (text: string) => (texts.stdout += text) },
    stderr: { ...output, write: (text: string) => (texts.stderr += text) },
    env: {},
  });
  const exited = mock(["--port", "0", ...args], io);
  let isStopped = false;
  /** Sends a signal. A second one would exit the test's process. */
  const stop = (signal = "SIGTERM") => {
    if (!isStopped) {
      isStopped = true;
      io.emit(signal);
    }
    return exited;
  };
  return { texts, exited, stop, io };
}

async function started(args: readonly string[] = [], output: { writableLength?: number } = {}) {
  const command = run(args, output);
  onTestFinished(async () => void (await command.stop()));
  await expect.poll(() => command.texts.stdout).toMatch(READY);
  return { ...command, url: READY.exec(command.texts.stdout)?.[1] ?? "" };
}

async function failure(args: readonly string[]): Promise<[number, string]> {
  const { exited, texts } = run(args);
  const code = await exited;
  expect(texts.stdout).toBe("");
  return [code, texts.stderr];
}

async function createStatus(url: string, token = "any-token"): Promise<number> {
  return (await post({ fetch, baseUrl: url }, FERN_JSON, { authorization: `Bearer ${token}` })).status;
}

describe("plant-store mock", () => {
  it("shows in its help where the operations are", async () => {
    const { exited, texts } = run(["--help"]);
    expect(await exited).toBe(0);
    expect(texts.stdout).toMatch(/\bPOST \{url\}\/plants\b/);
  });

  // Not started, since the port may be in use.
  it("listens on port 4010 by default", async () => {
    expect((await readMockSettings({})).options).toMatchObject({ port: 4010, host: undefined });
  });

  it("listens on --host", async () => {
    const { url } = await started(["--host", "localhost"]);
    expect(url).toMatch(/^http:\/\/localhost:\d+$/);
  });

  const twoTokens = ["--token", "first-token", "--token=--second"];

  it.each(["first-token", "--second"])("accepts each --token: %s", async (token) => {
    const { url } = await started(twoTokens);
    expect(await createStatus(url, token)).toBe(200);
  });

  it("starts with the plants of --seed", async () => {
    const { url } = await started(["--seed", await seed('[{"id":9223372036854775807,"name":"Fern"}]')]);
    const plants = await fetch(`${url}/__mock/plants`);
    expect(await plants.text()).toBe('[{"id":9223372036854775807,"name":"Fern"}]');
  });

  it("rejects an id in use with --duplicate-ids reject", async () => {
    const { url } = await started(["--duplicate-ids", "reject"]);
    expect(await createStatus(url)).toBe(200);
    expect(await createStatus(url)).toBe(400);
  });

  it("logs nothing with --log silent", async () => {
    const { texts, url, stop } = await started(["--log", "silent"]);
    await createStatus(url);
    await stop();
    expect(texts.stderr).toBe("");
  });

  it.each(["page/snapshot", "health", "health?by=probe"])(
    "doesn't log what is asked for all the time: %s",
    async (path) => {
      const { texts, url, stop } = await started();
      await fetch(`${url}/__mock/${path}`);
      await fetch(`${url}/__mock/plants`);
      await stop();
      expect(texts.stderr).toMatch(/^\S+ GET \/__mock\/plants 200 .*\n$/);
    },
  );

  it("logs what is asked for all the time if it is refused", async () => {
    const { texts, url, stop } = await started();
    await fetch(`${url}/__mock/page/snapshot`, { headers: { origin: "https://app.example.com" } });
    await stop();
    expect(texts.stderr).toMatch(/^\S+ GET \/__mock\/page\/snapshot 403 .*\n$/);
  });

  it("keeps a response back with --delay", async () => {
    const { url } = await started(["--delay", "60000"]);
    const connection = await openRawConnection(url);
    connection.send(rawPost(FERN_JSON));
    await expect.poll(async () => (await fetch(`${url}/__mock/requests`)).text()).toContain("pending");
  });

  it.each(["SIGINT", "SIGTERM"])("exits with 0 after %s", async (signal) => {
    const { stop } = await started();
    expect(await stop(signal)).toBe(0);
  });

  it("says nothing when it stops without requests in progress", async () => {
    const { texts, stop } = await started();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    await stop();
    vi.runAllTimers();
    expect(texts.stderr).toBe("");
  });

  it("finishes requests in progress, and says that it waits for them", async () => {
    const { texts, url, stop } = await started(["--log", "silent"]);
    const connection = await openRawConnection(url);
    const request = rawPost(FERN_JSON);
    connection.send(request.slice(0, -3));
    await fetch(`${url}/__mock/faults`);
    const exited = stop();
    await expect.poll(() => texts.stderr).toBe("Waiting for open requests. Press Ctrl-C again to stop at once.\n");
    connection.send(request.slice(-3));
    expect(await connection.response()).toMatch(/^HTTP\/1\.1 200 /);
    expect(await exited).toBe(0);
  });

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ])("exits at once on a second signal: %s, with %i", async (signal, exitCode) => {
    const exit = vi.spyOn(process, "exit").mockReturnValue(undefined as never);
    onTestFinished(() => void exit.mockRestore());
    const { texts, url, stop, io } = await started(["--log", "silent"]);
    const connection = await openRawConnection(url);
    connection.send(rawPost(FERN_JSON).slice(0, -3));
    await fetch(`${url}/__mock/faults`);
    const exited = stop(signal);
    await expect.poll(() => texts.stderr).toContain("Press Ctrl-C again to stop at once.");
    io.emit(signal);
    expect(exit.mock.calls).toEqual([[exitCode]]);
    connection.socket.destroy();
    await exited;
  });

  async function statusForAnotherHost(args: readonly string[]): Promise<string> {
    const { url } = await started(args);
    const connection = await openRawConnection(url);
    connection.send("GET /__mock/plants HTTP/1.1\r\nHost: mock:4010\r\n\r\n");
    return (await connection.response()).slice(9, 12);
  }

  it.each([
    ["200", "--control-host first --control-host mock"],
    ["404", "--control-host mock --no-control"],
  ])("returns %s for another host with %s", async (status, args) => {
    expect(await statusForAnotherHost(args.split(" "))).toBe(status);
  });

  it.each([
    [200, []],
    [403, ["--no-cors"]],
  ])("returns %d to a page of another origin with %j", async (status, args) => {
    const { url } = await started(args);
    const headers = { origin: "https://app.example.com" };
    expect((await post({ fetch, baseUrl: url }, FERN_JSON, headers)).status).toBe(status);
  });

  it.each(["0.0.0.0", "::"])(
    "says that other machines can reach it when it listens on all addresses: %s",
    async (host) => {
      const { texts, url } = await started(["--host", host]);
      expect(texts.stdout).toBe(
        `The Plant Store mock is ready at ${url}\nOther machines on the network can reach the mock.\n`,
      );
    },
  );

  it.each(["--port", "-p"])("exits with 1 when the port of %s is in use", async (flag) => {
    const { port } = new URL(await listening(createServer()));
    const message = `Port ${port} on 127.0.0.1 is already in use. Choose another port, or 0 for any free port.`;
    expect(await failure([flag, port])).toEqual([1, `plant-store mock: ${message}\n`]);
  });

  it.each<[readonly string[], string]>([
    [["--port", "65536"], "--port must be an integer from 0 (any free port) to 65535."],
    [["--port", " "], "--port must be an integer from 0 (any free port) to 65535."],
    [["--delay=-5"], "--delay must be a number of milliseconds from 0 to 2147483647."],
    [["--log", "xml"], "--log must be one of silent, text, json."],
    [["--duplicate-ids", ""], '--duplicate-ids must be "accept" or "reject".'],
    [["--token", ""], "--token must not be empty."],
    [["--host", ""], '--host must be an address or a host name, such as "127.0.0.1".'],
    [["--control-host", "mock:4010"], "--control-host must be a host name without scheme and port, such as mock."],
    [
      ["--control-host", "mock", "--control-host", "mock:4010"],
      "--control-host must be a host name without scheme and port, such as mock.",
    ],
    [["--seed", "no/such/file"], "Could not read seed no/such/file: no such file."],
    [["--seed", "."], `Could not read seed .: ${folderProblem}.`],
  ])("exits with 2 after %j", async (args, message) => {
    expect(await failure(args)).toEqual([2, `plant-store mock: ${message}\n`]);
  });

  it.each([
    ["[\n", `${jsonProblem("[\n")}.`],
    ['{"id":1,"name":"A"}', "expected an array of NewPlants."],
    [Uint8Array.of(0xff), "not UTF-8."],
  ])("exits with 2 for the seed %s", async (text, message) => {
    const path = await seed(text);
    expect(await failure(["--seed", path])).toEqual([2, `plant-store mock: Invalid seed ${path}: ${message}\n`]);
  });

  it("exits with 2 for a seed with two equal ids and --duplicate-ids reject", async () => {
    const path = await seed('[{"id":1,"name":"A"},{"id":1,"name":"B"}]');
    const problem = "plants[1]: the id 1 is in use, and this mock rejects duplicate ids.";
    const message = `plant-store mock: Invalid seed ${path}: ${problem}\n`;
    expect(await failure(["--seed", path, "--duplicate-ids", "reject"])).toEqual([2, message]);
  });
});

describe("the log", () => {
  async function captureLog(args: readonly string[], send: (url: string) => Promise<unknown>): Promise<string> {
    const { url, texts, stop } = await started(args);
    await send(url);
    await stop();
    return texts.stderr.replace(/\d+(?:\.\d+)? ms/g, "N ms");
  }

  it("has a line of text with the local time for each request", async () => {
    vi.stubEnv("TZ", "Asia/Kolkata");
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(2026, 0, 2, 4) });
    onTestFinished(() => void vi.useRealTimers().unstubAllEnvs());
    const log = await captureLog([], async (url) => {
      await post({ fetch, baseUrl: url }, '{"id":9007199254740993,"name":"Fern"}');
      await post({ fetch, baseUrl: `${url}/v1` }, "{}");
    });
    expect(log.split("\n")).toEqual([
      "04:00:00 POST /plants 200 N ms id 9007199254740993 created",
      "04:00:00 POST /v1/plants 400 N ms Invalid NewPlant: id is required; name is required.",
      "",
    ]);
  });

  it("has a line of JSON for each request", async () => {
    const log = await captureLog(["--log", "json"], async (url) => {
      await post({ fetch, baseUrl: url }, FERN_JSON, { "x-mock-fault": '{"error":503,"message":"no","status":503}' });
      await fetch(`${url}/__mock/faults`);
    });
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const always = { time, durationMs: expect.any(Number) };
    const fault = { created: false, fault: "error 503", message: "no" };
    const lines = log.trim().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { ...always, method: "POST", path: "/plants", status: 503, id: 1, ...fault },
      { ...always, method: "GET", path: "/__mock/faults", status: 200 },
    ]);
  });

  it("names the plant and the fault of a request whose client leaves while it waits", async () => {
    const { url, texts } = await started();
    const leaving = await openRawConnection(url);
    leaving.send(rawPost(FERN_JSON, { fields: ["X-Mock-Fault: timeout"] }));
    await expect.poll(async () => (await fetch(`${url}/__mock/requests`)).text()).toContain("pending");
    leaving.socket.destroy();
    const line = /POST \/plants - .* ms id 1 fault: timeout The client closed the connection\.\n/;
    await expect.poll(() => texts.stderr).toMatch(line);
  });

  it.each(["text", "json"])("escapes what a terminal interprets with --log %s", async (format) => {
    const log = await captureLog(["--log", format], async (url) => {
      const fault = '{"error":1,"message":"\\u001b[31mx\\u009b\\u202e\\u2028"}';
      await post({ fetch, baseUrl: url }, FERN_JSON, { "x-mock-fault": fault });
    });
    expect(log.split("\n")).toHaveLength(2);
    expect(log).not.toMatch(/(?!\n)[\p{Cc}\u2028\u2029\u202e]/u);
  });

  it.each(["text", "json"])("has at most 2,000 characters of a path with --log %s", async (format) => {
    const path = `/${"x".repeat(3_000)}`;
    const log = await captureLog(["--log", format], (url) => fetch(url + path));
    expect(log).toContain(`${path.slice(0, 1_999)}…`);
    expect(log).not.toContain(path.slice(0, 2_001));
  });

  it("drops lines while more than 1 MiB waits to be written", async () => {
    const { url, texts, stop } = await started([], { writableLength: 2 ** 20 });
    expect((await post({ fetch, baseUrl: url }, FERN_JSON)).status).toBe(200);
    await stop();
    expect(texts.stderr).toBe("");
  });
});
