import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it, vi } from "vitest";

vi.setConfig({ testTimeout: 120_000 });

const PRELUDE = `
  import { once } from "node:events";
  import { connect } from "node:net";
  import { startMockServer } from "./mocks/server.ts";

  let open = () => {};
  const opened = new Promise((resolve) => { open = () => resolve(true); });
  const { url, mock } = await startMockServer({ token: () => opened });
  const read = async (socket) => String((await once(socket, "data"))[0]).split("\\r\\n")[0];
  const post = (field) => "POST /plants HTTP/1.1\\r\\nHost: a\\r\\nAuthorization: Bearer a\\r\\n" +
    "Content-Type: application/json\\r\\n" + field + "\\r\\n\\r\\n";
  const send = (...sent) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    for (const bytes of sent) socket.write(bytes);
    return socket;
  };
  const newPlant = (length) => JSON.stringify({ id: 1, name: "" }).replace('""', '"' + "x".repeat(length - 18) + '"');
  const body = newPlant(2 ** 20);
`;

/** Returns what a script prints in a process with a small heap. */
const withHeap = (heapMiB: number) => async (script: string) => {
  const flags = [`--max-old-space-size=${heapMiB}`, "--expose-gc", "--import", "tsx", "--input-type=module"];
  const cwd = fileURLToPath(new URL("../../", import.meta.url));
  const program = `${PRELUDE}${script}process.exit();`;
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, "--eval", program], { cwd });
  return stdout.trim();
};

it("reads a body of 1 MiB in one-byte chunks with a heap of 64 MiB", async () => {
  // A list of the chunks would take 460 MiB.
  const printed = await withHeap(64)(`
    const chunks = Buffer.alloc(6 * body.length, "1\\r\\n \\r\\n");
    for (let index = 0; index < body.length; index++) chunks[6 * index + 3] = body.charCodeAt(index);
    open();
    const status = await read(send(post("Transfer-Encoding: chunked"), chunks, "0\\r\\n\\r\\n"));
    console.log(status, mock.plants.get(1).name.length);`);
  expect(printed).toBe("HTTP/1.1 200 OK 1048558");
});

it("sends the requests to 30 clients that don't read with a heap of 128 MiB", async () => {
  // A copy for each client would take 900 MiB.
  const printed = await withHeap(128)(`
    const init = { method: "POST", body: newPlant(15_000) };
    for (let count = 0; count < 1_000; count++) await mock.fetch(url + "/plants", init);
    for (let count = 0; count < 30; count++) {
      await once(send("GET /__mock/requests HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n"), "readable");
    }
    let bytes = 0;
    for await (const chunk of (await fetch(url + "/__mock/requests")).body) bytes += chunk.length;
    console.log(bytes > 1_000 * 15_000, process.memoryUsage().rss < 400 * 2 ** 20);`);
  expect(printed).toBe("true true");
});
