/**
 * How many requests a second the mock server answers, as a share of what a bare node:http echo of the same request does.
 *
 *   npm run build && node bench/server.mjs [--rounds 5] [--seconds 2] [--server ./dist/mocks-server.js]
 *
 * Both servers and the load run in processes of their own, in turns, so that a busy machine slows both alike. The load
 * is 10 keep-alive connections that write the request's bytes and read the answer's: an HTTP client would cost as much
 * as the servers, and hide how they differ.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const CONNECTIONS = 10;
const BODY = '{"id":9007199254740993,"name":"Monstera deliciosa","tag":"tropical"}';

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "2" },
    server: { type: "string", default: fileURLToPath(new URL("../dist/mocks-server.js", import.meta.url)) },
  },
});

let lastCpu = process.cpuUsage();

const roles = { echo, mock, load };
const role = process.env.BENCH_ROLE;
await (role === undefined ? compare() : roles[role]());

function echo() {
  const server = createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks);
      response.writeHead(200, { "content-type": "application/json", "content-length": body.byteLength });
      response.end(body);
    });
  });
  server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));
  process.on("message", () => process.send({ cpuMs: cpuMsSinceLast() }));
}

async function mock() {
  const { startMockServer } = await import(values.server);
  const server = await startMockServer({ token: "an-access-token" });
  process.send({ port: Number(new URL(server.url).port) });
  process.on("message", () => {
    server.mock.reset();
    process.send({ cpuMs: cpuMsSinceLast() });
  });
}

/** What a busy machine disturbs least. */
function cpuMsSinceLast() {
  const { user, system } = process.cpuUsage(lastCpu);
  lastCpu = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Asks for so many seconds, and tells how many answers came. Anything but a 200 ends it. */
function load() {
  process.on("message", async ({ port, seconds }) => {
    const request = Buffer.from(
      `POST /plants HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: keep-alive\r\nauthorization: Bearer an-access-token\r\ncontent-type: application/json\r\naccept: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`,
    );
    const untilMs = performance.now() + seconds * 1_000;
    const counts = await Promise.all(Array.from({ length: CONNECTIONS }, () => askUntil(port, request, untilMs)));
    process.send({ answers: counts.reduce((sum, count) => sum + count, 0) });
  });
  process.send({ ready: true });
}

function askUntil(port, request, untilMs) {
  return new Promise((resolve, reject) => {
    let count = 0;
    let text = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(request));
    socket.setNoDelay(true);
    socket.setEncoding("latin1");
    socket.on("error", reject);
    socket.on("data", (chunk) => {
      text += chunk;
      const end = text.indexOf("\r\n\r\n");
      const length = /content-length: (\d+)/i.exec(text)?.[1];
      if (end < 0 || text.length < end + 4 + Number(length)) {
        return;
      }
      if (!text.startsWith("HTTP/1.1 200")) {
        reject(new Error(text));
        return;
      }
      text = "";
      count += 1;
      if (performance.now() < untilMs) {
        socket.write(request);
      } else {
        socket.end();
        resolve(count);
      }
    });
  });
}

async function compare() {
  const start = (role) => {
    const child = fork(fileURLToPath(import.meta.url), process.argv.slice(2), {
      env: { ...process.env, BENCH_ROLE: role },
    });
    return once(child, "message").then(([message]) => ({ child, ...message }));
  };
  const [bare, served, { child: loader }] = await Promise.all(["echo", "mock", "load"].map(start));
  const measure = async ({ child, port }, seconds) => {
    loader.send({ port, seconds });
    const [{ answers }] = await once(loader, "message");
    child.send("reset");
    const [{ cpuMs }] = await once(child, "message");
    return { rate: answers / seconds, cpuUs: (cpuMs * 1_000) / answers };
  };
  for (const server of [bare, served, bare, served]) {
    await measure(server, 1);
  }
  const rounds = [];
  for (let round = 0; round < Number(values.rounds); round++) {
    const echoed = await measure(bare, Number(values.seconds));
    const mocked = await measure(served, Number(values.seconds));
    rounds.push({ ratio: mocked.rate / echoed.rate, cpuRatio: echoed.cpuUs / mocked.cpuUs });
    console.log(`echo ${show(echoed)}, mock ${show(mocked)}, ratio ${(mocked.rate / echoed.rate).toFixed(3)}`);
  }
  const median = (name) => rounds.map((round) => round[name]).sort((a, b) => a - b)[Math.floor(rounds.length / 2)];
  console.log(
    `Node ${process.versions.node}: median ratio ${median("ratio").toFixed(3)}, by CPU time ${median("cpuRatio").toFixed(3)}`,
  );
  for (const { child } of [bare, served, { child: loader }]) {
    child.kill();
  }
}

function show({ rate, cpuUs }) {
  return `${rate.toFixed(0)}/s (${cpuUs.toFixed(1)} µs of CPU each)`;
}
