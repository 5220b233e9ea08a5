import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const cwd = fileURLToPath(new URL("../../../", import.meta.url));

/**
 * Runs a script in a process that must end by itself, however long a server may wait for its connections. Returns what it
 * prints, warnings included.
 */
async function runToEnd(script: string): Promise<string> {
  const flags = ["--import", "tsx", "--input-type=module", "--trace-warnings"];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [...flags, "--eval", script], {
    cwd,
    timeout: 25_000,
  });
  return stdout + stderr;
}

it("a process ends after close", async () => {
  const printed = await runToEnd(`
    import { once } from "node:events";
    import { connect } from "node:net";
    import { startMockServer } from "./mocks/server.ts";

    const server = await startMockServer();
    const silent = connect(new URL(server.url).port, "127.0.0.1");
    await once(silent, "connect");
    const send = (fault) => fetch(server.url + "/plants", { method: "POST", headers: fault && { "x-mock-fault": fault } });
    await send();
    const stalled = send("timeout").catch(() => "dropped");
    while (server.mock.requests.length < 2) await new Promise(setImmediate);
    // The grace period takes hours, so it neither closes a connection nor ends the process in time.
    const wait = setTimeout;
    globalThis.setTimeout = (run, ms, ...args) => wait(run, ms * 1_000, ...args);
    await server.close();
    console.log(await stalled);`);
  expect(printed).toBe("dropped\n");
});
