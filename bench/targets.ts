import { readFileSync } from "node:fs";
import { CLIENTS } from "./peers.ts";
import { figureAt, type Results } from "./results.ts";

const NODES = ["node20", "node24"];

type Bound =
  | { readonly atMost: number; readonly atLeast?: never }
  | { readonly atLeast: number; readonly atMost?: never };
type Target = Bound & { readonly title: string; readonly path: string; readonly nodes?: readonly string[] };

const STUB = {
  title: "a call on a stub, relative to the hand-written one",
  path: "client-stub.*.plant-store-sdk.ratio",
};
const SERVER = {
  title: "requests per second with the log, relative to bare node:http",
  path: "mock-server.*.plant-store.ratio",
};
const IMPORT = { title: "the import, relative to openapi-fetch", path: "client-start.*.plant-store-sdk.ratio" };

const TARGETS: readonly Target[] = [
  { ...STUB, atMost: 1.3, nodes: ["node20"] },
  {
    title: "a call over loopback, relative to the hand-written one",
    path: "client-loopback.*.plant-store-sdk.ratio",
    atMost: 1.05,
  },
  { ...SERVER, atLeast: 0.35, nodes: ["node20"] },
  { ...SERVER, atLeast: 0.45, nodes: ["node24"] },
  { title: "`mock.fetch`, relative to a hand-written stub", path: "mock-in-process.*.mock-fetch.ratio", atMost: 4 },
  {
    title: "a create with a million plants, relative to a thousand",
    path: "growth.*.1000000.ratio",
    atMost: 1.3,
  },
  {
    title: "microseconds for a lookup of a recent plant, with a million",
    path: "growth.*.1000000.recentLookupUs",
    atMost: 0.1,
  },
  { title: "bytes per plant, with a million", path: "growth.*.1000000.bytesAPlant", atMost: 1_000 },
  { ...IMPORT, atMost: 2, nodes: ["node20"] },
  { ...IMPORT, atMost: 3, nodes: ["node24"] },
  { title: "bytes of `createPlantStoreClient`", path: "client-size.*.plant-store-sdk.bytes", ...sizeLimit(1) },
  { title: "bytes of the whole entry", path: "client-size.*.package.bytes", ...sizeLimit(0) },
];

/** The limit of .size-limit.json, whose entries are the whole client and `createPlantStoreClient` alone. */
function sizeLimit(index: number): { readonly atMost: number; readonly nodes: readonly string[] } {
  const limits = JSON.parse(readFileSync(new URL("../.size-limit.json", import.meta.url), "utf8"));
  return { atMost: Number.parseFloat(limits[index].limit) * 1_000, nodes: ["node20"] };
}

/** Every target with the figure measured for it. */
export function listTargets(results: Results) {
  const listed = TARGETS.flatMap(({ title, path, nodes = NODES, ...bound }) =>
    nodes.map((node) => toRow(`${title}, ${node}`, bound, figureAt(results, path.replace("*", node)))),
  );
  const stub = (id: string) => figureAt(results, STUB.path.replace("*", "node24").replace("plant-store-sdk", id));
  const others = CLIENTS.filter((peer) => peer.package).flatMap(({ id }) => stub(id) ?? []);
  const toFastest = toRow(
    "a call on a stub, relative to the fastest other client, node24",
    { atMost: 1.3 },
    (stub("plant-store-sdk") ?? Number.NaN) / Math.min(...others),
  );
  const served = (id: string) => figureAt(results, `mock-server.node24.${id}.perSecond`) ?? Number.NaN;
  const toPrism = toRow(
    "requests per second, relative to Prism, node24",
    { atLeast: 10 },
    served("plant-store") / served("prism"),
  );
  return [...listed, toFastest, toPrism];
}

function toRow(title: string, { atMost, atLeast }: Bound, value = Number.NaN) {
  const isMet = atLeast === undefined ? value > 0 && value <= atMost : value >= atLeast;
  const limit = atLeast === undefined ? `at most ${atMost.toLocaleString("en")}` : `at least ${atLeast}`;
  return { title, limit, value, isMet };
}

export const hasTargets = (section: string): boolean => TARGETS.some(({ path }) => path.startsWith(`${section}.`));

export function regressions(recorded: Results, measured: Results, node: string): readonly string[] {
  const failures = Object.values(measured.sections).flatMap((section) =>
    Object.entries(section[node as "node20"] ?? {}).flatMap(([id, { fails }]) => (fails ? [`${id}: ${fails}`] : [])),
  );
  const worse = TARGETS.flatMap(({ path: pattern, atLeast }) => {
    const path = pattern.replace(/\.ratio$/, ".bestRatio");
    const value = figureAt(measured, path.replace("*", node));
    const figure = figureAt(recorded, path.replace("*", node)) ?? figureAt(recorded, path.replace("*", "node24"));
    if (value === undefined || figure === undefined) {
      return [];
    }
    // A recorded ratio below 1 is noise, because the baseline does less.
    const factor = atLeast === undefined ? value / Math.max(figure, 1) : figure / value;
    return factor <= 2 ? [] : [`${path.replace("*", node)} is ${value}, ${figure} on record`];
  });
  return [...failures, ...new Set(worse)];
}
