import { createServer } from "node:net";

export async function findFreePort() {
  const probe = createServer().listen(0, "localhost");
  await new Promise((resolve) => probe.once("listening", resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
