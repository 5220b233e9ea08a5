import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it, vi } from "vitest";

vi.setConfig({ testTimeout: 120_000 });

/** Returns what a script prints in a process with a small heap. */
async function runWithHeap(heapMiB: number, script: string): Promise<string> {
  const flags = [`--max-old-space-size=${heapMiB}`, "--import", "tsx", "--input-type=module"];
  const cwd = fileURLToPath(new URL("../../", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, "--eval", script], { cwd });
  return stdout;
}

it("sends the requests to 30 clients that don't read with a heap of 128 MiB", async () => {
  // A copy for each client would take 900 MiB.
  const printed = await runWithHeap(
    128,
    `
    import { once } from "node:events";
    import { connect } from "node:net";
    import { startMockServer } from "./mocks/server.ts";

    const { url, mock } = await startMockServer();
    const init = { method: "POST", body: JSON.stringify({ id: 1, name: "x".repeat(15_000) }) };
    for (let count = 0; count < 1_000; count++) await mock.fetch(url + "/plants", init);
    for (let count = 0; count < 30; count++) {
      const socket = connect(Number(new URL(url).port), "127.0.0.1");
      socket.write("GET /__mock/requests HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n");
      await once(socket, "readable");
    }
    let bytes = 0;
    for await (const chunk of (await fetch(url + "/__mock/requests")).body) bytes += chunk.length;
    console.log(bytes > 1_000 * 15_000, process.memoryUsage().rss < 400 * 2 ** 20);
    process.exit();`,
  );
  expect(printed).toBe("true true\n");
});
