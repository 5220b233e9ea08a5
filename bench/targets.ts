import { CLIENTS } from "./peers.ts";
import { figureAt, type Results } from "./results.ts";

const NODES = ["node20", "node24"];

const TARGETS: readonly (readonly [title: string, path: string, limit: number, nodes?: readonly string[]])[] = [
  ["a call on a stub, relative to the hand-written one", "client-stub.*.plant-store-sdk.ratio", 1.15, ["node20"]],
  ["a call on a stub, relative to the hand-written one", "client-stub.*.plant-store-sdk.ratio", 1.45, ["node24"]],
  ["a call over loopback, relative to the hand-written one", "client-loopback.*.plant-store-sdk.ratio", 1.05],
  ["requests per second with the log, relative to bare node:http", "mock-server.*.plant-store.ratio", -0.4, ["node20"]],
  ["requests per second with the log, relative to bare node:http", "mock-server.*.plant-store.ratio", -0.5, ["node24"]],
  ["the server's start, relative to bare node:http", "mock-server.*.plant-store.readyRatio", 1.5],
  ["`mock.fetch`, relative to a hand-written stub", "mock-in-process.*.mock-fetch.ratio", 4],
  ["handlers on msw 2, relative to a static handler", "mock-in-process.*.msw-2-handlers.staticRatio", 1.15],
  ["handlers on msw 3, relative to a static handler", "mock-in-process.*.msw-3-handlers.staticRatio", 1.15, ["node24"]],
  ["a create with 100,000 plants, relative to a thousand", "growth.*.100000.ratio", 1.2],
  ["a create with a million plants, relative to a thousand", "growth.*.1000000.ratio", 1.2],
  ["microseconds for a lookup of a recent plant, with a million", "growth.*.1000000.recentLookupUs", 0.1],
  ["bytes per plant, with a million", "growth.*.1000000.bytesAPlant", 1_000],
  ["the import, relative to openapi-fetch", "client-start.*.plant-store-sdk.ratio", 2, ["node20"]],
  ["the import, relative to openapi-fetch", "client-start.*.plant-store-sdk.ratio", 3, ["node24"]],
  [
    "bytes of `createPlantStoreClient`, minified and compressed",
    "client-size.*.plant-store-sdk.bytes",
    6_800,
    ["node20"],
  ],
  ["bytes of the whole entry, minified and compressed", "client-size.*.package.bytes", 7_500, ["node20"]],
];

/** Every target with the figure measured for it. A negative limit is a lower one. */
export function listTargets(results: Results) {
  const listed = TARGETS.flatMap(([title, path, limit, nodes = NODES]) =>
    nodes.map((node) => target(`${title}, ${node}`, limit, figureAt(results, path.replace("*", node)))),
  );
  const relative = NODES.map((node) => {
    const ratio = (id: string) => figureAt(results, `client-stub.${node}.${id}.ratio`) ?? Number.NaN;
    const others = CLIENTS.filter((peer) => peer.package).map(({ id }) => ratio(id));
    const fastest = Math.min(...others.filter((each) => !Number.isNaN(each)));
    return target(
      `a call on a stub, relative to the fastest other client, ${node}`,
      1,
      ratio("plant-store-sdk") / fastest,
    );
  });
  const served = (id: string) => figureAt(results, `mock-server.node24.${id}.perSecond`) ?? Number.NaN;
  const toPrism = target(
    "requests per second, relative to Prism, node24",
    -10,
    served("plant-store") / served("prism"),
  );
  return [...listed, ...relative, toPrism];
}

function target(title: string, limit: number, value = Number.NaN) {
  const bound = `${limit < 0 ? "at least" : "at most"} ${Math.abs(limit).toLocaleString("en")}`;
  return { title, limit: bound, value, isMet: limit < 0 ? value >= -limit : value > 0 && value <= limit };
}

export const hasTargets = (section: string): boolean => TARGETS.some(([, path]) => path.startsWith(`${section}.`));

export function regressions(recorded: Results, measured: Results, node: string): readonly string[] {
  const failures = Object.values(measured.sections).flatMap((section) =>
    Object.entries(section[node as "node20"] ?? {}).flatMap(([id, { fails }]) => (fails ? [`${id}: ${fails}`] : [])),
  );
  const worse = TARGETS.flatMap(([, target, limit]) => {
    const path = target.replace(/\.ratio$/, ".bestRatio").replace(/(?<!best)Ratio$/, "BestRatio");
    const value = figureAt(measured, path.replace("*", node));
    const figure = figureAt(recorded, path.replace("*", node)) ?? figureAt(recorded, path.replace("*", "node24"));
    if (value === undefined || figure === undefined) {
      return [];
    }
    // A recorded ratio below 1 to something that does less was luck.
    const factor = limit < 0 ? figure / value : value / Math.max(figure, 1);
    return factor <= 2 ? [] : [`${path.replace("*", node)} is ${value}, ${figure} on record`];
  });
  return [...failures, ...new Set(worse)];
}
