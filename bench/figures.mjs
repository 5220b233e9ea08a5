import { readFileSync } from "node:fs";

const limits = JSON.parse(readFileSync(new URL("limits.json", import.meta.url), "utf8"));

/** How many times as long something takes as what it is compared with. */
const TIMES = [
  ...["plant-store-sdk", "ofetch", "openapi-fetch", "ky", "axios"].map((client) => ({
    title: `${client}, compared with a hand-written call: on a stub · over loopback`,
    figures: [`stub ${client}`, `loopback ${client}`],
  })),
  { title: "`mock.fetch`, compared with a stub", figures: ["mock.fetch"] },
  {
    title: "`plant-store mock`, compared with a bare `node:http` server · with `--log silent`",
    figures: ["server log", "server silent"],
  },
  { title: "A mock with a million plants, compared with one with a thousand", figures: ["growth time"] },
];

const BYTES = [
  { title: "`createPlantStoreClient` in a bundle · everything", figures: ["size client", "size all"] },
  { title: "Each of a million plants in a mock", figures: ["growth bytes"] },
];

/**
 * Names the figures beyond the limits. A short run is less exact, so it gets a `factor` of room.
 *
 * @param {{ node: string, figures: Record<string, number> }} run
 */
export function findExcess({ node, figures }, factor = 1) {
  const major = node.split(".")[0];
  const atMost = { ...limits.atMost, ...limits[`atMostOnNode${major}`] };
  const ours = figures["stub plant-store-sdk"];
  const excess = [
    ...Object.entries(atMost).map(([name, limit]) => [name, figures[name] / limit]),
    ...Object.entries(limits.stubAtMostTimes).map(([client, limit]) => {
      return [`stub plant-store-sdk relative to ${client}`, ours / figures[`stub ${client}`] / limit];
    }),
  ];
  return excess
    .filter(([, times]) => times > factor)
    .map(([name, times]) => `Node ${node}: ${name} misses its limit by a factor of ${times.toFixed(2)}.`);
}

/** @param {Record<string, { node: string, figures: Record<string, number> }>} results */
export const toTables = (results) =>
  [toTable("Times as long", TIMES, results), toTable("Bytes", BYTES, results)].join("\n\n");

function toTable(heading, rows, results) {
  const runs = Object.values(results);
  const cell = (figures, names) =>
    names.map((name) => figures[name]?.toLocaleString("en", { maximumSignificantDigits: 4 }) ?? "–").join(" · ");
  return [
    `| ${heading} | ${runs.map(({ node }) => `Node ${node}`).join(" | ")} |`,
    `|---|${"---|".repeat(runs.length)}`,
    ...rows.map(({ title, figures: names }) => {
      return `| ${title} | ${runs.map(({ figures }) => cell(figures, names)).join(" | ")} |`;
    }),
  ].join("\n");
}
