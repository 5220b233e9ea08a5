import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { mock } from "../../cli/mock.ts";
import { plantStore } from "../support/command.ts";
import { post } from "../support/post.ts";
import { openRawConnection, rawPost } from "../support/raw-connection.ts";

// Each process takes a second or two to start.
vi.setConfig({ testTimeout: 30_000 });

const READY = /^The Plant Store mock is ready at (http:\S+)\n/;
const FERN = '{"id":1,"name":"Fern"}';

let directory = "";
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "plant-store-"));
});
afterAll(() => rm(directory, { recursive: true }));

async function seed(text: string | Uint8Array): Promise<string> {
  const path = join(directory, `${crypto.randomUUID()}.json`);
  await writeFile(path, text);
  return path;
}

async function started(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const command = plantStore(["mock", ...args], { PLANT_STORE_MOCK_PORT: "0", ...env });
  const [, url = ""] = await command.waitFor(READY);
  return { command, url };
}

/** What it writes to stderr and exits with, where it does not get to serve: that needs no process of its own. */
async function refusal(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<[number, string]> {
  const { code, stdout, stderr } = await run(args, env);
  expect(stdout).toBe("");
  return [code, stderr];
}

async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  let stdout = "";
  let stderr = "";
  const code = await mock(args, {
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
    env,
  });
  return { code, stdout, stderr };
}

describe("plant-store mock", () => {
  it("writes one line to stdout when it is ready, with its URL, and logs to stderr", async () => {
    const { command, url } = await started();
    expect((await post({ fetch, baseUrl: url }, FERN)).status).toBe(200);
    expect((await post({ fetch, baseUrl: `${url}/v1` }, "{}")).status).toBe(400);
    await command.waitFor(/v1/, "stderr");
    expect(command.stdout).toBe(`The Plant Store mock is ready at ${url}\n`);
    expect(command.stderr.replace(/\d+(?:\.\d+)? ms/g, "N ms").replace(/^[\d:]{8}/gm, "TIME")).toBe(
      "TIME POST /plants 200 N ms\nTIME POST /v1/plants 400 N ms The NewPlant is invalid: id is required; name is required.\n",
    );
  });

  it("ends at a signal, however many have looked at its page", async () => {
    const { command, url } = await started([]);
    for (let viewer = 0; viewer < 3; viewer++) {
      const events = await fetch(`${url}/__mock/events`);
      await events.body?.cancel();
    }
    await fetch(`${url}/__mock/events`);
    command.process.kill("SIGTERM");
    expect(await command.exited).toBe(0);
  });

  it("takes its options from flags", async () => {
    const plants = await seed('[{"id":9223372036854775807,"name":"Fern"}]');
    const { command, url } = await started([
      ...["--host", "localhost", "--token", "first-token", "--token=second-token", "--seed", plants],
      ...["--delay", "1", "--duplicate-ids", "reject", "--log", "silent"],
    ]);
    expect(url).toMatch(/^http:\/\/localhost:\d+$/);
    expect(await fetch(`${url}/__mock/plants`).then((response) => response.text())).toBe(
      '[{"id":9223372036854775807,"name":"Fern"}]',
    );
    const statusOf = async (token: string, id: string) =>
      (await post({ fetch, baseUrl: url }, `{"id":${id},"name":"A"}`, { authorization: `Bearer ${token}` })).status;
    expect(await statusOf("first-token", "1")).toBe(200);
    expect(await statusOf("second-token", "2")).toBe(200);
    expect(await statusOf("third-token", "3")).toBe(400);
    expect(await statusOf("first-token", "9223372036854775807")).toBe(400);
    command.process.kill("SIGTERM");
    expect(await command.exited).toBe(0);
    expect(command.stderr).toBe("");
  });

  it("takes its options from variables, which flags override", async () => {
    const plants = await seed('[{"id":7,"name":"Moss"}]');
    const { command, url } = await started(["--log", "json", "--token", "of-the-flag"], {
      PLANT_STORE_MOCK_HOST: "localhost",
      PLANT_STORE_MOCK_TOKEN: "of-the-variable",
      PLANT_STORE_MOCK_SEED: plants,
      PLANT_STORE_MOCK_DELAY: "1",
      PLANT_STORE_MOCK_DUPLICATE_IDS: "reject",
      PLANT_STORE_MOCK_LOG: "silent",
    });
    expect(url).toMatch(/^http:\/\/localhost:/);
    const statusOf = async (token: string, id: number) =>
      (await post({ fetch, baseUrl: url }, `{"id":${id},"name":"A"}`, { authorization: `Bearer ${token}` })).status;
    expect(await statusOf("of-the-flag", 1)).toBe(200);
    expect(await statusOf("of-the-variable", 2)).toBe(400);
    expect(await statusOf("of-the-flag", 7)).toBe(400);
    await command.waitFor(/id 7 is in use/, "stderr");
  });

  it("takes several tokens from a variable, and a variable that is empty for none", async () => {
    const { url } = await started([], { PLANT_STORE_MOCK_TOKEN: "first  second", PLANT_STORE_MOCK_SEED: "" });
    for (const [token, status] of [
      ["first", 200],
      ["second", 200],
      ["third", 400],
    ] as const) {
      expect((await post({ fetch, baseUrl: url }, FERN, { authorization: `Bearer ${token}` })).status).toBe(status);
    }
  });

  it("logs JSON lines, without a token wherever it stands", async () => {
    const { command, url } = await started(["--log", "json", "--token", "path"]);
    const secret = "my-secret-token";
    await fetch(`${url}/plants?token=${secret}&own=path`, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}` },
      body: "x",
    });
    await fetch(`${url}/__mock/faults`, { method: "POST", body: '["connection","html"]' });
    await post({ fetch, baseUrl: url }, FERN).catch(() => {});
    await post({ fetch, baseUrl: url }, FERN);
    const gone = await openRawConnection(url);
    gone.send(rawPost(FERN).slice(0, -3));
    await expect.poll(() => fetch(`${url}/__mock/requests`).then((response) => response.text())).toContain("pending");
    gone.socket.destroy();
    await command.waitFor(/did not wait/, "stderr");
    const entries = command.stderr
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
      .filter(({ path }) => path !== "/__mock/requests");
    expect(entries.map(({ time: _, durationMs, ...entry }) => ({ ...entry, isTimed: durationMs >= 0 }))).toEqual([
      {
        method: "POST",
        path: "/plants?token=[redacted]&own=[redacted]",
        status: 400,
        message: "The access token is not valid.",
        isTimed: true,
      },
      { method: "POST", path: "/__mock/faults", status: 201, isTimed: true },
      {
        method: "POST",
        path: "/plants",
        message: "the connection was lost, as a fault or a reset wanted it",
        isTimed: true,
      },
      { method: "POST", path: "/plants", status: 502, isTimed: true },
      { method: "POST", path: "/plants", message: "the client did not wait", isTimed: true },
    ]);
    expect(entries[0].time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(command.stderr).not.toContain(secret);
  });

  it("logs no control character of a client", async () => {
    const { command, url } = await started();
    await post({ fetch, baseUrl: url }, '{"id":1,"name":2,"\\u001b[31mx\\u009b":}');
    const [line] = await command.waitFor(/POST.*\n/, "stderr");
    expect(line).not.toMatch(/(?!\n)\p{Cc}/u);
  });

  it.each(["SIGTERM", "SIGINT"] as const)("finishes what is under way at %s, and exits 0", async (signal) => {
    const { command, url } = await started(["--delay", "200"]);
    const asked = post({ fetch, baseUrl: url }, FERN);
    await expect.poll(() => fetch(`${url}/__mock/requests`).then((response) => response.text())).toContain("pending");
    command.process.kill(signal);
    expect((await asked).status).toBe(200);
    expect(await command.exited).toBe(0);
  });

  it("exits 0 after only the head of the page's events was asked for", async () => {
    const { command, url } = await started([]);
    const { status } = await fetch(`${url}/__mock/events`, { method: "HEAD" });
    expect(status).toBe(200);
    command.process.kill("SIGTERM");
    expect(await command.exited).toBe(0);
  });

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("ends at once at a second %s", async (signal, code) => {
    const { command, url } = await started(["--delay", "60000"]);
    const asked = post({ fetch, baseUrl: url }, FERN).catch(() => "lost");
    await expect.poll(() => fetch(`${url}/__mock/requests`).then((response) => response.text())).toContain("pending");
    command.process.kill(signal);
    await expect
      .poll(() =>
        fetch(url).then(
          () => "accepted",
          () => "refused",
        ),
      )
      .toBe("refused");
    command.process.kill(signal);
    expect(await asked).toBe("lost");
    expect(await command.exited).toBe(code);
  });

  it("says so in one line where the port is in use, and exits 1", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void other.close());
    await once(other, "listening");
    const { port } = other.address() as { port: number };
    expect(await refusal(["--port", String(port)])).toEqual([
      1,
      `plant-store mock: Port ${port} of 127.0.0.1 is in use: choose another one, or 0 for any that is free.\n`,
    ]);
  });

  it.each([
    [["--prot", "1"], "Unknown option '--prot'. See plant-store mock --help."],
    [["extra"], "Unexpected argument 'extra'. See plant-store mock --help."],
    [["--port", "abc"], '--port must be an integer from 0 to 65535, not "abc".'],
    [["--port", "65536"], '--port must be an integer from 0 to 65535, not "65536".'],
    [["--delay=-1"], '--delay must be an integer from 0 to 2147483647, not "-1".'],
    [["--log", "xml"], '--log must be one of silent, text, json, not "xml".'],
    [["--duplicate-ids", ""], '--duplicate-ids must be one of accept, reject, not "".'],
    [["--token", "a b"], "A token must be of characters that a header can carry, without spaces, and not empty."],
    [["--host", ""], 'host must be an address or a name, such as "127.0.0.1".'],
  ])("says in one line what is wrong with %j, and exits 2", async (args, message) => {
    expect(await refusal(args)).toEqual([2, `plant-store mock: ${message}\n`]);
  });

  it("names the variable that is wrong", async () => {
    expect(await refusal([], { PLANT_STORE_MOCK_PORT: "x" })).toEqual([
      2,
      'plant-store mock: PLANT_STORE_MOCK_PORT must be an integer from 0 to 65535, not "x".\n',
    ]);
  });

  it.each([
    ['{"id":1}', 'must be an array of plants, such as [{"id": 1, "name": "Fern"}].'],
    ['[{"id":1,"name":"A"},{"id":"2"}]', "is invalid at [1]: id must be an integer"],
    ["[", "is no valid JSON: "],
    [Uint8Array.of(0xff), "is not UTF-8."],
  ])("says in one line what is wrong with the seed %s, and exits 2", async (text, message) => {
    const path = await seed(text);
    const [code, stderr] = await refusal(["--seed", path]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`plant-store mock: The seed ${path} ${message}`)]);
    expect(stderr.trimEnd()).not.toContain("\n");
  });

  it("says so where there is no seed, or one that the options refuse", async () => {
    const path = join(directory, "none.json");
    expect(await refusal(["--seed", path])).toEqual([
      2,
      `plant-store mock: The seed ${path} can't be read: there is no such file.\n`,
    ]);
    const [code, stderr] = await refusal(["--seed", directory]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("can't be read: EISDIR")]);
    const twice = await seed('[{"id":1,"name":"A"},{"id":1,"name":"B"}]');
    expect(await refusal(["--seed", twice, "--duplicate-ids", "reject"])).toEqual([
      2,
      'plant-store mock: The plant to add has the id 1, which is in use, and duplicateIds is "reject".\n',
    ]);
  });

  it("shows its help, with every option and its variable", async () => {
    const { code, stdout, stderr } = await run(["--help"]);
    expect([code, stderr]).toEqual([0, ""]);
    for (const flag of ["port", "host", "token", "seed", "delay", "duplicate-ids", "log"]) {
      expect(stdout).toMatch(new RegExp(`--${flag} .*PLANT_STORE_MOCK_${flag.toUpperCase().replace("-", "_")}\\n`));
    }
  });
});

describe("plant-store", () => {
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));

  it.each([[["--version"]], [["-v"]], [["mock", "-v"]]])("shows the version: %j", async (args) => {
    const command = plantStore(args);
    expect([await command.exited, command.stdout]).toEqual([0, `${version}\n`]);
  });

  it("shows its help", async () => {
    for (const args of [["--help"], ["-h"], ["help"]]) {
      const command = plantStore(args);
      expect([await command.exited, command.stdout]).toEqual([
        0,
        expect.stringMatching(/^Usage: plant-store <command>/),
      ]);
    }
  });

  it("says so where it is told no command, or one that there is none of, and exits 2", async () => {
    const bare = plantStore([]);
    expect([await bare.exited, bare.stderr]).toEqual([2, expect.stringMatching(/^Usage: plant-store <command>/)]);
    const unknown = plantStore(["serve"]);
    expect([await unknown.exited, unknown.stderr]).toEqual([
      2,
      'plant-store: there is no command "serve": use mock or verify.\n',
    ]);
  });
});
