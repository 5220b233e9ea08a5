/**
 * What a createPlant call costs, against a hand-written fetch with the same header fields, JSON and an abortable
 * deadline: on a stubbed fetch, and over loopback against a bare node:http server in another process.
 *
 *   npm run build && node bench/client.mjs [--rounds 21]
 *
 * It fails where a call takes more than 1.25 times the hand-written one on the stub, or 1.1 times over loopback.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createPlantStoreClient } from "../dist/index.js";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "21" } } });

const PLANT = '{"name":"Monstera deliciosa","tag":"tropical"}';
const NEW_PLANT = { id: 1042, name: "Monstera deliciosa", tag: "tropical" };
const TOKEN = "an-access-token";

if (process.send) {
  serve();
} else {
  await compareAll();
}

function serve() {
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      response.writeHead(200, { "content-type": "application/json", "content-length": PLANT.length });
      response.end(PLANT);
    });
  });
  server.listen(0, "127.0.0.1", () => process.send(server.address().port));
}

function byHand(baseUrl, fetch) {
  return async () => {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), 30_000);
    try {
      const response = await fetch(`${baseUrl}/plants`, {
        method: "POST",
        headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
        body: JSON.stringify(NEW_PLANT),
        signal: controller.signal,
      });
      const body = await response.json();
      if (!response.ok) {
        throw new Error(body.message);
      }
      return body;
    } finally {
      clearTimeout(timer);
    }
  };
}

async function microseconds(calls, call) {
  const start = process.hrtime.bigint();
  for (let done = 0; done < calls; done++) {
    await call();
  }
  return Number(process.hrtime.bigint() - start) / 1_000 / calls;
}

async function compare(name, limit, calls, baseUrl, fetch) {
  const client = createPlantStoreClient({ baseUrl, token: TOKEN, fetch });
  const sdk = () => client.createPlant(NEW_PLANT);
  const hand = byHand(baseUrl, fetch);
  await microseconds(calls, sdk);
  await microseconds(calls, hand);
  const rounds = [];
  for (let round = 0; round < Number(values.rounds); round++) {
    rounds.push([await microseconds(calls, sdk), await microseconds(calls, hand)]);
  }
  const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];
  const ratio = median(rounds.map(([own, other]) => own / other));
  const [own, other] = [0, 1].map((side) => median(rounds.map((round) => round[side])));
  console.log(
    `${name}: ${own.toFixed(1)} µs against ${other.toFixed(1)} µs, ratio ${ratio.toFixed(2)}, at most ${limit}`,
  );
  if (ratio > limit) {
    process.exitCode = 1;
  }
}

async function compareAll() {
  console.log(`Node ${process.versions.node}`);
  const stub = async () => new Response(PLANT, { status: 200, headers: { "content-type": "application/json" } });
  await compare("stub", 1.25, 5_000, "https://plants.example.com", stub);
  const child = fork(fileURLToPath(import.meta.url));
  const [port] = await once(child, "message");
  await compare("loopback", 1.1, 1_000, `http://127.0.0.1:${port}`, globalThis.fetch);
  child.kill();
}
