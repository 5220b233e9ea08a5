/**
 * Makes calls that end at random moments through the dispatchers and interceptors of an undici, as the global dispatcher and by a
 * custom `fetch`. A call that says that it created nothing has created nothing.
 *
 *   NODE_EXTRA_CA_CERTS=certificate.pem node dispatchers.mjs undici 500
 */
import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer, request } from "node:http";
import { createRequire } from "node:module";
import { setTimeout as delay } from "node:timers/promises";
import { createPlantStoreClient } from "plant-store-sdk";

const undici = await import(process.argv[2] ?? "undici");
const { version } = createRequire(import.meta.url)(`${process.argv[2] ?? "undici"}/package.json`);
const count = Number(process.argv[3] ?? 30);
const { Agent, ProxyAgent, buildConnector, fetch: undiciFetch, getGlobalDispatcher, setGlobalDispatcher } = undici;
const nodeDispatcher = getGlobalDispatcher();

const service = fork("sockets.mjs");
const [{ port, http2Port }] = await once(service, "message");

/** A proxy for plain HTTP, which takes the URL as the path. */
const proxy = createServer((incoming, outgoing) => {
  const passed = request(incoming.url, { method: incoming.method, headers: incoming.headers }, (response) => {
    outgoing.writeHead(response.statusCode, response.headers);
    response.on("error", () => outgoing.destroy()).pipe(outgoing);
  });
  passed.on("error", () => outgoing.destroy());
  incoming.on("error", () => passed.destroy()).pipe(passed);
}).listen(0, "127.0.0.1");
await once(proxy, "listening");
const proxyUrl = `http://127.0.0.1:${proxy.address().port}`;

/** Connects, and reports a connection that the service has closed as one that timed out, after which dns tries the next address. */
function connectWithTimeouts(options, callback) {
  buildConnector({})(options, (error, socket) => {
    socket?.prependListener("end", () => {
      socket.destroy(Object.assign(new Error("read ETIMEDOUT"), { code: "ETIMEDOUT", syscall: "read" }));
    });
    callback(error, socket);
  });
}

/** Two addresses, of which the second refuses. */
const lookup = (_origin, _options, callback) =>
  callback(
    null,
    ["127.0.0.1", "127.0.0.2"].map((address) => ({ address, family: 4, ttl: 60_000 })),
  );

const OPTIONS = {
  dns: { lookup, dualStack: true },
  retry: { methods: ["POST"], minTimeout: 1, maxRetries: 2 },
  redirect: { maxRedirections: 2 },
};

const dispatchers = {
  agent: () => new Agent(),
  "two connections": () => new Agent({ connections: 2 }),
  "no keep-alive": () => new Agent({ pipelining: 0 }),
  pipelining: () => new Agent({ pipelining: 10, connections: 3 }),
  "plain proxy": () => new ProxyAgent({ uri: proxyUrl, proxyTunnel: false }),
};
// With aborts over HTTP/2, undici 6 ends the process, and Node 26 may freeze.
if (!version.startsWith("6.") && Number.parseInt(process.versions.node, 10) < 26) {
  dispatchers["http/2"] = () => new Agent({ allowH2: true });
}
for (const [name, interceptor] of Object.entries(undici.interceptors)) {
  dispatchers[name] = () => new Agent({ connect: connectWithTimeouts }).compose(interceptor(OPTIONS[name]));
}
dispatchers["dns and retry"] = () =>
  new Agent({ connect: connectWithTimeouts }).compose(
    undici.interceptors.dns(OPTIONS.dns),
    undici.interceptors.retry(OPTIONS.retry),
  );

let next = 0;
const outcomes = new Map();

async function call(baseUrl, fetch) {
  const number = next++;
  const { createPlant } = createPlantStoreClient({ baseUrl, token: "a-token", fetch });
  const endMs = Math.random() * (number % 3 === 0 ? 15 : 4);
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), number % 4 === 0 ? endMs : 60_000);
  const outcome = await createPlant(
    { id: number, name: "Fern" },
    {
      headers: { "x-call": String(number) },
      signal: controller.signal,
      timeoutMs: number % 4 === 1 ? 1 + endMs : 200,
      retries: number % 2,
      retryDelayMs: () => 0,
    },
  ).catch((error) => error);
  clearTimeout(timer);
  outcomes.set(number, outcome);
  return number;
}

async function run(name, how, makeDispatcher) {
  const dispatcher = makeDispatcher();
  const fetch = how === "custom" ? (url, init) => undiciFetch(url, { ...init, dispatcher }) : undefined;
  setGlobalDispatcher(how === "custom" ? nodeDispatcher : dispatcher);
  const host = name.includes("dns") ? "plants.test" : "127.0.0.1";
  const baseUrl = name === "http/2" ? `https://127.0.0.1:${http2Port}` : `http://${host}:${port}`;
  const numbers = [];
  let remaining = count;
  const callInTurn = async () => {
    while (remaining > 0) {
      remaining -= 1;
      numbers.push(await call(baseUrl, fetch));
    }
  };
  await Promise.all(Array.from({ length: 12 }, callInTurn));
  await delay(100);
  service.send("report");
  const [{ created }] = await once(service, "message");
  const facts = numbers.map((number) => ({ plants: created[number] ?? 0, ...summarize(outcomes.get(number)) }));
  const wrong = facts.filter(({ plants, mayExist }) => plants > 0 && !mayExist);
  // What an interceptor sends twice inside one attempt, only it can know.
  const twice = facts.filter(({ plants, attempts }) => plants > 1 && attempts > 1);
  const doubts = facts.filter(({ plants, mayExist }) => plants === 0 && mayExist);
  console.log(
    [
      `Node ${process.versions.node}, undici ${version}, ${how} ${name}: ${facts.length} calls`,
      `${facts.filter(({ plants }) => plants > 0).length} created`,
      `${doubts.length} false doubts`,
      `${wrong.length} wrong`,
      `${twice.length} twice`,
    ].join(", "),
  );
  for (const { plants, error } of wrong) {
    console.log(plants, error);
  }
  await dispatcher.destroy();
  return wrong.length + twice.length;
}

const summarize = (outcome) => ({
  mayExist: outcome.data !== undefined || outcome.mayHaveBeenCreated !== false,
  attempts: outcome.attempts,
  error: outcome,
});

let wrong = 0;
for (const [name, makeDispatcher] of Object.entries(dispatchers)) {
  for (const how of ["global", "custom"]) {
    wrong += await run(name, how, makeDispatcher);
  }
}
service.kill();
assert.equal(wrong, 0);
process.exit();
