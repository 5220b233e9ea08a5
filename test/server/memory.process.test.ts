import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const PRELUDE = `
  import { once } from "node:events";
  import { connect } from "node:net";
  import { startMockServer } from "./mocks/server.ts";

  const connectTo = ({ url }) => connect(Number(new URL(url).port), "127.0.0.1");
  const read = async (socket) => String((await once(socket, "data"))[0]).split("\\r\\n")[0];
  const head = (...fields) => ["POST /plants HTTP/1.1", "Host: a", "Authorization: Bearer a",
    "Content-Type: application/json", ...fields, "", ""].join("\\r\\n");
  const [start, end] = ['{"id":1,"name":"', '"}'];
  const body = start + "x".repeat(2 ** 20 - start.length - end.length) + end;
`;

const timeout = 120_000;

async function run(heapMiB: number, script: string): Promise<string> {
  const flags = [`--max-old-space-size=${heapMiB}`, "--import", "tsx", "--input-type=module"];
  const cwd = fileURLToPath(new URL("../../", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, "--eval", PRELUDE + script], { cwd });
  return stdout.trim();
}

it("reads a body of 1 MiB in one-byte chunks with a heap of 64 MiB", { timeout }, async () => {
  // A list of the chunks would take 460 MiB.
  const script = `
    const server = await startMockServer();
    const socket = connectTo(server);
    const chunks = Buffer.alloc(6 * body.length, "1\\r\\n \\r\\n");
    for (let index = 0; index < body.length; index++) chunks[6 * index + 3] = body.charCodeAt(index);
    socket.write(head("Transfer-Encoding: chunked"));
    socket.write(chunks);
    socket.write("0\\r\\n\\r\\n");
    console.log(await read(socket), server.mock.plants.get(1).name.length);
    process.exit();
  `;
  expect(await run(64, script)).toBe("HTTP/1.1 200 OK 1048558");
});

it("responds to 200 requests of 1 MiB that wait, beside 100 that hang, with a heap of 192 MiB", {
  timeout,
}, async () => {
  const script = `
    let open = () => {};
    const opened = new Promise((resolve) => { open = () => resolve(true); });
    const server = await startMockServer({ token: () => opened });
    const { mock } = server;
    const bytes = Buffer.from(head("Content-Length: " + body.length) + body);
    const send = () => { const socket = connectTo(server); socket.write(bytes); return socket; };
    const until = async (isTrue) => { while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 100)); };
    const countBodies = () => mock.requests.filter(({ newPlant }) => newPlant).length;
    mock.failNext(...Array.from({ length: 100 }, () => "timeout"));
    for (let count = 0; count < 100; count++) send();
    await until(() => countBodies() === 100);
    mock.subscribe(() => mock.plants.size > 0 && mock.plants.clear());
    const statuses = Promise.all(Array.from({ length: 200 }, () => read(send())));
    await until(() => mock.requests.length === 300 && countBodies() >= 164);
    console.log(countBodies() - 100);
    open();
    console.log(...new Set(await statuses));
    process.exit();
  `;
  expect(await run(192, script)).toBe("64\nHTTP/1.1 200 OK");
});

it("sends the requests to 30 clients that don't read with a heap of 128 MiB", { timeout }, async () => {
  // A copy for each client would take 900 MiB.
  const script = `
    const server = await startMockServer();
    const headers = { authorization: "Bearer a", "content-type": "application/json" };
    const init = { method: "POST", headers, body: start + "x".repeat(15_000) + end };
    for (let count = 0; count < 1_000; count++) await server.mock.fetch(server.url + "/plants", init);
    for (let count = 0; count < 30; count++) {
      const socket = connectTo(server);
      socket.write("GET /__mock/requests HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n");
      await once(socket, "readable");
    }
    let bytes = 0;
    for await (const chunk of (await fetch(server.url + "/__mock/requests")).body) bytes += chunk.length;
    console.log(bytes > 1_000 * 15_000, process.memoryUsage().rss < 400 * 2 ** 20);
    process.exit();
  `;
  expect(await run(128, script)).toBe("true true");
});
