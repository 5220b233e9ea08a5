import { execFileSync } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { plantStore } from "../support/command.ts";
import { FERN_JSON } from "../support/fern.ts";
import { post } from "../support/post.ts";

const READY = /^The Plant Store mock is ready at (http:\S+)\n/;

async function started(args: readonly string[] = [], stderr: "pipe" | "unread" | number = "pipe") {
  const command = plantStore(["mock", "--port", "0", ...args], {}, stderr);
  const [, url = ""] = await command.waitFor(READY);
  return { command, url };
}

const requests = async (url: string) => (await fetch(`${url}/__mock/requests`)).text();

describe("plant-store mock as a process", () => {
  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("exits at once on a second %s, with %i", async (signal, exitCode) => {
    const { command, url } = await started(["--delay", "60000"]);
    const sent = post({ fetch, baseUrl: url }, FERN_JSON).catch(() => "lost");
    await expect.poll(() => requests(url)).toContain("pending");
    command.process.kill(signal);
    await expect.poll(() => command.stderr).toContain("Waiting for open requests. Press Ctrl-C again to stop at once.");
    command.process.kill(signal);
    expect(await sent).toBe("lost");
    expect(await command.exited).toBe(exitCode);
  });

  /** Together, these lines exceed the buffers of a pipe and its reader. */
  async function servesAndExits({ command, url }: Awaited<ReturnType<typeof started>>) {
    const path = `/plants?${"x".repeat(1_900)}`;
    for (let count = 0; count < 400; count++) {
      expect((await fetch(url + path)).status).toBe(405);
    }
    command.process.kill("SIGTERM");
    expect(await command.exited).toBe(0);
  }

  it("serves and exits even if its log isn't read", async () => servesAndExits(await started([], "unread")));

  it("serves and exits after its log is closed", async () => {
    const mock = await started();
    mock.command.process.stderr?.destroy();
    await servesAndExits(mock);
  });

  it.skipIf(!existsSync("/dev/full"))("serves and exits although the disk of its log is full", async () => {
    const full = openSync("/dev/full", "w");
    onTestFinished(() => closeSync(full));
    await servesAndExits(await started([], full));
  });
});

describe("plant-store", () => {
  it("prints its own version in any folder", () => {
    const args = [resolve("dist/plant-store.js"), "--version"];
    const { version } = JSON.parse(readFileSync("package.json", "utf8"));
    expect(execFileSync(process.execPath, args, { cwd: tmpdir(), encoding: "utf8" })).toBe(`${version}\n`);
  });

  const help = expect.stringMatching(/^Usage: plant-store <command>/);
  const version = expect.stringMatching(/^\d+\.\d+\.\d+\n$/);

  it.each([
    [["--help"], 0, help, ""],
    [["-h"], 0, help, ""],
    [["mock", "-h"], 0, expect.stringMatching(/^Usage: plant-store mock /), ""],
    [["verify", "--help"], 0, expect.stringMatching(/^Usage: plant-store verify /), ""],
    [["--version"], 0, version, ""],
    [["-v"], 0, version, ""],
    [[], 2, "", help],
    [["mok"], 2, "", "plant-store: Unknown command. Did you mean mock?\n"],
    [["a-secret"], 2, "", "plant-store: Unknown command. Use mock or verify.\n"],
  ])("exits after %j with %i", async (args, code, stdout, stderr) => {
    const command = plantStore(args);
    expect(await command.exited).toBe(code);
    expect(command).toMatchObject({ stdout, stderr });
  });
});
