import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { plantStore } from "../support/command.ts";
import { post } from "../support/post.ts";

const READY = /^The Plant Store mock is ready at (http:\S+)\n/;
const FERN = '{"id":1,"name":"Fern"}';

async function started(args: readonly string[] = [], stderr: "pipe" | "unread" | number = "pipe") {
  const command = plantStore(["mock", ...args], { PLANT_STORE_MOCK_PORT: "0" }, stderr);
  const [, url = ""] = await command.waitFor(READY);
  return { command, url };
}

const requests = async (url: string) => (await fetch(`${url}/__mock/requests`)).text();

describe("plant-store mock as a process", () => {
  it("logs to stderr, and finishes requests in progress on SIGTERM, with the page open", async () => {
    const { command, url } = await started(["--delay", "200"]);
    await fetch(`${url}/__mock/events`);
    const sent = post({ fetch, baseUrl: url }, FERN);
    await expect.poll(() => requests(url)).toContain("pending");
    command.process.kill("SIGTERM");
    expect((await sent).status).toBe(200);
    expect(await command.exited).toBe(0);
    expect(command.stdout).toBe(`The Plant Store mock is ready at ${url}\n`);
    expect(command.stderr).toMatch(/POST \/plants 200 .* ms id 1\n$/);
  });

  it("exits at once on a second SIGINT", async () => {
    const { command, url } = await started(["--delay", "60000"]);
    const sent = post({ fetch, baseUrl: url }, FERN).catch(() => "lost");
    await expect.poll(() => requests(url)).toContain("pending");
    command.process.kill("SIGINT");
    const isServing = () =>
      fetch(url).then(
        () => true,
        () => false,
      );
    await expect.poll(isServing).toBe(false);
    command.process.kill("SIGINT");
    expect(await sent).toBe("lost");
    expect(await command.exited).toBe(130);
  });

  it("serves and exits although nobody reads its log", async () => {
    const { command, url } = await started([], "unread");
    // Together, these lines exceed the buffers of a pipe and its reader.
    const path = `/plants?${"x".repeat(1_900)}`;
    for (let count = 0; count < 400; count++) {
      expect((await fetch(url + path)).status).toBe(405);
    }
    command.process.kill("SIGTERM");
    expect(await command.exited).toBe(0);
  });

  it("serves and exits after its log was closed", async () => {
    const { command, url } = await started();
    command.process.stderr?.destroy();
    for (let count = 0; count < 3; count++) {
      expect((await post({ fetch, baseUrl: url }, FERN)).status).toBe(200);
    }
    command.process.kill("SIGTERM");
    expect(await command.exited).toBe(0);
  });

  it.skipIf(!existsSync("/dev/full"))("serves and exits although the disk of its log is full", async () => {
    const full = openSync("/dev/full", "w");
    onTestFinished(() => closeSync(full));
    const { command, url } = await started([], full);
    for (let count = 0; count < 3; count++) {
      expect((await post({ fetch, baseUrl: url }, FERN)).status).toBe(200);
    }
    command.process.kill("SIGTERM");
    expect(await command.exited).toBe(0);
  });
});

describe("plant-store", () => {
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));

  it.each([[["--version"]], [["-v"]], [["mock", "-v"]]])("prints the version for %j", async (args) => {
    const command = plantStore(args);
    expect([await command.exited, command.stdout]).toEqual([0, `${version}\n`]);
  });

  it.each([["--help"], ["-h"], ["help"]])("prints its help for %s", async (arg) => {
    const command = plantStore([arg]);
    expect([await command.exited, command.stdout]).toEqual([0, expect.stringMatching(/^Usage: plant-store <command>/)]);
  });

  it("exits with 2 without a command, and for an unknown one, which it doesn't quote", async () => {
    const bare = plantStore([]);
    expect([await bare.exited, bare.stderr]).toEqual([2, expect.stringMatching(/^Usage: plant-store <command>/)]);
    const unknown = plantStore(["a-secret"]);
    const misspelled = plantStore(["mok"]);
    expect([await misspelled.exited, misspelled.stderr]).toEqual([
      2,
      "plant-store: Unknown command mok. Did you mean mock?\n",
    ]);
    expect([await unknown.exited, unknown.stderr]).toEqual([2, "plant-store: Unknown command. Use mock or verify.\n"]);
  });
});
