import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { startMockServer } from "plant-store-sdk/mocks/server";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Io } from "../../cli/io.ts";
import { verify } from "../../cli/verify.ts";
import { type Deviation, startPlantService, TOKEN } from "../support/plant-service.ts";

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface Surroundings {
  readonly isTTY?: boolean;
  readonly env?: Io["env"];
  /** What is typed; without it, nobody is there to type. */
  readonly typed?: string;
}

async function run(args: readonly string[], { isTTY = false, env = {}, typed }: Surroundings = {}): Promise<Ran> {
  let stdout = "";
  let stderr = "";
  const keyboard = async function* () {
    yield typed ?? "";
  };
  const code = await verify(args, {
    stdout: { isTTY, write: (text) => (stdout += text) },
    stderr: { isTTY, write: (text) => (stderr += text) },
    env,
    stdin: Object.assign(keyboard(), { isTTY: typed !== undefined }),
  });
  return { code, stdout, stderr };
}

async function right(): Promise<string[]> {
  const { url, mock, close } = await startMockServer({ token: TOKEN });
  onTestFinished(async () => {
    mock.reset();
    await close();
  });
  return ["--base-url", url, "--token", TOKEN];
}

const wrong: Deviation = (_, answer) => (answer.status === 200 ? { ...answer, status: 201 } : answer);
// An address of this machine that is not called loopback: whatever is sent there stays here.
const notLoopback = (url: string) => url.replace("127.0.0.1", "0.0.0.0");
const ESCAPE = "\u001b";

describe("the exit code", () => {
  it("is 0 where nothing is violated", async () => {
    expect((await run(await right())).code).toBe(0);
  });

  it("is 1 where a clause is violated, which is shown in full", async () => {
    const { url } = await startPlantService(wrong);
    const { code, stdout } = await run(["--base-url", url, "--token", TOKEN]);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /\nI11 the smallest NewPlant, an id and a name, is answered with 200\n {2}sent {6}POST \{base_url\}\/plants; .*\n {2}expected {2}200 and a Plant as application\/json\n {2}received {2}201, application\/json, .*\(the status is not 200\)\n/,
    );
  });

  it("is 1 where the run ended early, which is said", async () => {
    const { url } = await startPlantService(() => "hang");
    const { code, stdout } = await run(["--base-url", url, "--token", TOKEN, "--timeout", "30"]);
    expect(code).toBe(1);
    expect(stdout).toContain("It ended before the last case: 3 requests in a row had no answer.\n");
    expect(stdout).toContain("(perhaps: the answer does not tell)\n");
  });

  it("is 2 where nothing is there", async () => {
    const { url, close } = await startMockServer();
    await close();
    const { code, stdout, stderr } = await run(["--base-url", url, "--token", TOKEN]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/\nplant-store verify: Nothing was reached at the base URL: .*ECONNREFUSED/);
  });

  it("is 2 where the token is refused", async () => {
    const { url } = await startPlantService();
    const { code, stderr } = await run(["--base-url", url, "--token", "another"]);
    expect(code).toBe(2);
    expect(stderr).toContain("The service refused the token: the first request was answered with 401.");
  });

  it.each([
    ["The base URL is missing: give --base-url, or set PLANT_STORE_URL.", []],
    ["The access token is missing: set PLANT_STORE_TOKEN, or give --token.", ["--base-url", "http://127.0.0.1:1"]],
    [
      "The base URL is no URL: give one such as https://staging.example.com/v1.",
      ["--base-url", "plants", "--token", "a"],
    ],
    [
      "baseUrl must be an http or https URL, without user info, query and fragment.",
      ["--base-url", "http://localhost/?a", "--token", "a"],
    ],
    [
      "--timeout takes whole milliseconds from 1 to 2147483647.",
      ["--base-url", "http://[::1]", "--token", "a", "--timeout", "1s"],
    ],
    ["token must be a string of visible ASCII characters.", ["--base-url", "http://a.localhost", "--token", "a b"]],
    ["An argument belongs to no option: see plant-store verify --help.", ["s3cret"]],
    ["Unknown option '--frobnicate'", ["--frobnicate"]],
  ])("is 2 with %s", async (message, args) => {
    const { code, stdout, stderr } = await run(args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(`plant-store verify: ${message}`);
    expect(stderr).not.toContain("s3cret");
  });
});

describe("the output", () => {
  it("is in colour on a terminal", async () => {
    const { stdout } = await run(await right(), { isTTY: true });
    expect(stdout).toContain(`I1      ${ESCAPE}[32mconforms  ${ESCAPE}[0m  POST {base_url}/plants is there`);
    expect(stdout).toContain(`${ESCAPE}[33mnot stated${ESCAPE}[0m`);
  });

  it.each([
    ["in a pipe", {}],
    ["with NO_COLOR", { isTTY: true, env: { NO_COLOR: "1" } }],
    ["on a terminal that can't", { isTTY: true, env: { TERM: "dumb" } }],
  ])("is plain %s", async (_, surroundings) => {
    const { stdout } = await run(await right(), surroundings);
    expect(stdout).not.toContain(ESCAPE);
    expect(stdout).toMatch(
      /^clause {2}verdict {5}case +received\nI1 {6}conforms {4}POST \{base_url\}\/plants is there/,
    );
    expect(stdout).toMatch(/\n50 conform, 0 violate, 7 not stated: 48 requests to http:\/\/127\.0\.0\.1:\d+\n$/);
  });

  it("asks whether the token is right where nothing was created, and only there", async () => {
    const { stdout } = await run([...(await right()).slice(0, 2), "--token", "another-token"]);
    expect(stdout).toMatch(/\nNo valid request was taken: is the token right\?\n\d+ conform, /);
    expect((await run(await right())).stdout).not.toContain("is the token right");
  });

  it("lists the plants that were created", async () => {
    const { stdout } = await run(await right());
    expect(stdout).toMatch(/\nPlants in the store now: 22, by id and tag/);
    expect(stdout).toMatch(/\n {2}9223372036854775807 {2}"plant-store-conformance [0-9a-f]{16}"\n/);
  });

  it("is the report as JSON, and nothing else, with --json", async () => {
    const { stdout } = await run([...(await right()), "--json"], { isTTY: true });
    expect(JSON.parse(stdout)).toMatchObject({ conforms: true, counts: { conforms: 50, violates: 0, notStated: 7 } });
  });

  it("shows on a terminal's stderr how far it is, on one line", async () => {
    const { stderr } = await run(await right(), { isTTY: true });
    expect(stderr).toContain(`\r${ESCAPE}[K14/48 an id of -1, one beyond 0`);
    expect(stderr).not.toContain("\n");
    expect(stderr.endsWith(`\r${ESCAPE}[K`)).toBe(true);
  });

  it("says on stderr how far it is, now and then, in a log", async () => {
    const args = await right();
    const { stderr } = await run(args);
    expect(stderr).toBe(`Checking ${args[1]}\n10/48\n20/48\n30/48\n40/48\n48/48\n`);
  });

  it("is its help, with --help", async () => {
    const { code, stdout } = await run(["--help"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Usage: plant-store verify --base-url <url> \[options\]\n/);
  });

  it("never shows the token", async () => {
    const { url } = await startPlantService((request, answer) => ({ ...answer, body: `${request.authorization}` }));
    const { stdout, stderr } = await run(["--base-url", url, "--token", TOKEN]);
    expect(stdout).toContain("Bearer [token]");
    expect(stdout + stderr).not.toContain(TOKEN);
  });
});

describe("the environment", () => {
  it("gives the URL and the token, which then stand in no history", async () => {
    const [, url = ""] = await right();
    expect((await run([], { env: { PLANT_STORE_URL: url, PLANT_STORE_TOKEN: TOKEN } })).code).toBe(0);
  });

  it("gives way to the options", async () => {
    const args = await right();
    const env = { PLANT_STORE_URL: "http://127.0.0.1:1", PLANT_STORE_TOKEN: "another" };
    expect((await run(args, { env })).code).toBe(0);
  });
});

describe("a store that is not on loopback", () => {
  it("is left alone where nobody is there to ask", async () => {
    const { url, requests } = await startPlantService();
    const { code, stderr } = await run(["--base-url", notLoopback(url), "--token", TOKEN]);
    expect(code).toBe(2);
    expect(stderr).toContain("Nobody is there to ask: give --yes to create them. Nothing was sent.");
    expect(requests).toEqual([]);
  });

  it.each(["\n", "n\n", "", "yep\n"])("is left alone at the answer %j", async (typed) => {
    const { url, requests } = await startPlantService();
    const { code, stderr } = await run(["--base-url", notLoopback(url), "--token", TOKEN], { typed });
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^This creates about 25 plants at http:\/\/0\.0\.0\.0:\d+, .* Go on\? \[y\/N\] plant-store verify: Nothing was sent\.\n$/,
    );
    expect(requests).toEqual([]);
  });

  it.each(["y\n", "YES\r\n"])("is checked at the answer %j", async (typed) => {
    const { url } = await startPlantService();
    expect((await run(["--base-url", notLoopback(url), "--token", TOKEN], { typed })).code).toBe(0);
  });

  it("is checked with --yes", async () => {
    const { url } = await startPlantService();
    expect((await run(["--base-url", notLoopback(url), "--token", TOKEN, "--yes"])).code).toBe(0);
  });
});

describe("an interrupted run", () => {
  it("lists the plants that it has created, and exits with 2", async () => {
    let child: ChildProcess | undefined;
    const { url, requests } = await startPlantService((_, answer) => {
      if (requests.length < 3) {
        return answer;
      }
      child?.kill("SIGINT");
      return "hang";
    });
    child = spawn(process.execPath, ["--import", "tsx", "cli/plant-store.ts", "verify"], {
      env: { ...process.env, PLANT_STORE_URL: url, PLANT_STORE_TOKEN: TOKEN },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stderr = "";
    child.stderr?.on("data", (chunk) => {
      stderr += chunk;
    });
    expect(await once(child, "close")).toEqual([2, null]);
    expect(stderr).toMatch(/\nplant-store verify: It was interrupted\.\nPlants in the store now: 2, /);
  });
});
