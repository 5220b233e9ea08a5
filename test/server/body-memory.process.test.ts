import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const SCRIPT = `
  import { once } from "node:events";
  import { connect } from "node:net";
  import { startMockServer } from "./mocks/server.ts";

  const { url, mock, close } = await startMockServer();
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  const [start, end] = ['{"id":1,"name":"', '"}'];
  const body = start + "x".repeat(2 ** 20 - start.length - end.length) + end;
  socket.write("POST /plants HTTP/1.1\\r\\nHost: a\\r\\nAuthorization: Bearer a\\r\\nContent-Type: application/json\\r\\n");
  socket.write("Transfer-Encoding: chunked\\r\\n\\r\\n");
  const chunks = Buffer.alloc(6 * body.length, "1\\r\\n \\r\\n");
  for (let index = 0; index < body.length; index++) chunks[6 * index + 3] = body.charCodeAt(index);
  socket.write(chunks);
  socket.write("0\\r\\n\\r\\n");
  const [response] = await once(socket, "data");
  console.log(String(response).split("\\r\\n")[0], mock.plants.get(1).name.length);
  socket.destroy();
  await close();
`;

it("reads a body of 1 MiB in one-byte chunks with a heap of 64 MiB", async () => {
  // A list of the chunks would take 460 MiB.
  const flags = ["--max-old-space-size=64", "--import", "tsx", "--input-type=module", "--eval", SCRIPT];
  const { stdout } = await promisify(execFile)(process.execPath, flags, {
    cwd: fileURLToPath(new URL("../../", import.meta.url)),
  });
  expect(stdout).toBe("HTTP/1.1 200 OK 1048558\n");
});
