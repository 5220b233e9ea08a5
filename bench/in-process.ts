/**
 * What the mock costs in a test process: `mock.fetch` against a hand-written stub, and the MSW handlers against a static
 * MSW handler, in interleaved rounds. It fails where `mock.fetch` takes more than 5 times the stub, or the handlers more
 * than 1.15 times the static one.
 *
 *   npx tsx bench/in-process.ts
 */
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { createHandlers } from "plant-store-sdk/mocks/msw";

const ROUNDS = 41;
const URL = "https://plants.example.com/plants";
const BODY = '{"id":9007199254740993,"name":"Monstera deliciosa","tag":"tropical"}';
const init = {
  method: "POST",
  headers: { authorization: "Bearer any-token", "content-type": "application/json" },
  body: BODY,
};

async function stub(_url: string, { body }: { body: string }): Promise<Response> {
  const { name, tag } = JSON.parse(body) as { name: string; tag?: string };
  return Response.json({ name, tag });
}

async function microseconds(calls: number, call: () => Promise<Response>): Promise<number> {
  const start = process.hrtime.bigint();
  for (let done = 0; done < calls; done++) {
    await (await call()).text();
  }
  return Number(process.hrtime.bigint() - start) / 1_000 / calls;
}

/** Medians of both, and the median of their ratios, round by round. */
async function compare(
  name: string,
  limit: number,
  calls: number,
  first: () => Promise<Response>,
  second: () => Promise<Response>,
) {
  const rounds: [number, number][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push([await microseconds(calls, first), await microseconds(calls, second)]);
  }
  const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
  const ratio = median(rounds.map(([one, other]) => one / other));
  const [one, other] = [median(rounds.map(([a]) => a)), median(rounds.map(([, b]) => b))];
  console.log(
    `${name}: ${one.toFixed(1)} µs against ${other.toFixed(1)} µs, ratio ${ratio.toFixed(2)}, at most ${limit}`,
  );
  if (ratio > limit) {
    process.exitCode = 1;
  }
}

const mock = createPlantStoreMock();
console.log(`Node ${process.versions.node}`);
await compare(
  "mock.fetch against a hand-written stub",
  5,
  500,
  () => mock.fetch(URL, init),
  () => stub(URL, init),
);

const server = setupServer(
  ...createHandlers(createPlantStoreMock({ baseUrl: "https://mock.example.com" })),
  http.post("https://static.example.com/plants", () =>
    HttpResponse.json({ name: "Monstera deliciosa", tag: "tropical" }),
  ),
);
server.listen({ onUnhandledRequest: "error" });
await compare(
  "the MSW handlers against a static handler",
  1.15,
  200,
  () => fetch("https://mock.example.com/plants", init),
  () => fetch("https://static.example.com/plants", init),
);
server.close();
