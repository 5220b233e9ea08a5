import { readFileSync } from "node:fs";

const limits = JSON.parse(readFileSync(new URL("limits.json", import.meta.url), "utf8"));

/** The rows of the table. */
const ROWS = [
  ...["plant-store-sdk", "openapi-fetch", "axios", "hey-api", "ofetch", "ky"].map((client) => ({
    title: `${client}: a call on a stub · over loopback`,
    figures: [`stub ${client}`, `loopback ${client}`],
  })),
  { title: "A request to `mock.fetch`, relative to a stub", figures: ["mock.fetch"] },
  {
    title: "Processor time of `node:http` for a request, relative to `plant-store mock` · to one with `--log silent`",
    figures: ["server log", "server silent"],
  },
  { title: "Requests per second of `plant-store mock`, relative to Prism", figures: ["server prism"] },
  { title: "A request to a mock with a million plants, relative to a thousand", figures: ["growth time"] },
  { title: "Bytes of each of a million plants", figures: ["growth bytes"] },
  {
    title: "Processor time of a request that nearly quotes its token everywhere, relative to one without a token",
    figures: ["redaction"],
  },
  { title: "Bytes of `createPlantStoreClient` in a bundle, and of everything", figures: ["size client", "size all"] },
];

/**
 * Names the figures beyond the limits. A short run is less exact, so it gets a `factor` of room.
 *
 * @param {{ node: string, figures: Record<string, number> }} run
 */
export function findExcess({ node, figures }, factor = 1) {
  const major = node.split(".")[0];
  const atMost = { ...limits.atMost, ...limits[`atMostOnNode${major}`] };
  const atLeast = { ...limits.atLeast, ...limits[`atLeastOnNode${major}`] };
  const ours = figures["stub plant-store-sdk"];
  const excess = [
    ...Object.entries(atMost).map(([name, limit]) => [name, figures[name] / limit]),
    ...Object.entries(atLeast).map(([name, limit]) => [name, limit / figures[name]]),
    ...Object.entries(limits.stubAtMostTimes).map(([client, limit]) => {
      return [`stub plant-store-sdk relative to ${client}`, ours / figures[`stub ${client}`] / limit];
    }),
  ];
  return excess
    .filter(([, times]) => times > factor)
    .map(([name, times]) => `Node ${node}: ${name} misses its limit by a factor of ${times.toFixed(2)}.`);
}

/** @param {Record<string, { node: string, figures: Record<string, number> }>} results */
export function toTable(results) {
  const runs = Object.values(results);
  const cell = (figures, names) =>
    names.map((name) => figures[name]?.toLocaleString("en", { maximumSignificantDigits: 4 }) ?? "–").join(" · ");
  return [
    `| | ${runs.map(({ node }) => `Node ${node}`).join(" | ")} |`,
    `|---|${"---|".repeat(runs.length)}`,
    ...ROWS.map(({ title, figures: names }) => {
      return `| ${title} | ${runs.map(({ figures }) => cell(figures, names)).join(" | ")} |`;
    }),
  ].join("\n");
}
