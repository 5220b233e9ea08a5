/** Checks the page of a mock behind nginx, with the lines of docs/mock.md. */
import { equal } from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { startMockServer } from "plant-store-sdk/mocks/server";
import { checkLive, getStatus } from "./check-live.mjs";
import { findFreePort } from "./find-free-port.mjs";
import { paste } from "./paste.mjs";

const mock = await startMockServer({ controlHosts: ["mock.example.test"] });
const port = await findFreePort();
const mockPort = new URL(mock.url).port;
paste("mock", "Access", (code) => code.replace("8080", `127.0.0.1:${port}`).replace("4010", mockPort));

const TEMPORARY = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path tmp/${name};`);
mkdirSync("tmp");
writeFileSync(
  "main.conf",
  `daemon off; pid nginx.pid; events {} http { access_log off; ${TEMPORARY.join(" ")} include nginx.conf; }`,
);
const nginx = spawn("nginx", ["-p", ".", "-c", "main.conf", "-e", "stderr"], { stdio: "inherit" });
const ended = once(nginx, "exit").catch((error) => {
  throw new Error("Install nginx, such as with: sudo apt-get install nginx-light", { cause: error });
});
try {
  await Promise.race([ended.then(([code]) => Promise.reject(new Error(`nginx: exit code ${code}`))), isServed()]);
  await checkLive(port, "", `mock.example.test:${port}`);
  equal(await getStatus(port, "/", `localhost:${port}`), 403);
} finally {
  nginx.kill();
  await mock.close();
}

async function isServed() {
  while ((await getStatus(port, "/", "mock.example.test").catch(() => 0)) !== 200) {
    await setTimeout(50);
  }
}
