/** The rows of the table. When a figure exceeds its limit, look why. */
export const ROWS = [
  ...["plant-store-sdk", "openapi-fetch", "axios", "hey-api", "@octokit/request", "ky"].flatMap((client) => ({
    title: `${client}: a call on a stub · over loopback`,
    figures: [`stub ${client}`, `loopback ${client}`],
  })),
  { title: "A request to `mock.fetch`, relative to a stub", figures: ["mock.fetch"] },
  { title: "Requests per second of `plant-store mock`, relative to `node:http`", figures: ["server node:http"] },
  { title: "Requests per second of `plant-store mock`, relative to Prism", figures: ["server prism"] },
  { title: "A request to a mock with a million plants, relative to a thousand", figures: ["growth time"] },
  { title: "Bytes of each of a million plants", figures: ["growth bytes"] },
  {
    title: "Processor time of 1 MiB that nearly quotes its token, relative to one without a token",
    figures: ["redaction"],
  },
  { title: "Bytes of `createPlantStoreClient` in a bundle, and of everything", figures: ["size client", "size all"] },
];

const LIMITS = {
  "stub plant-store-sdk": { atMost: 1.4 },
  "loopback plant-store-sdk": { atMost: 1.1 },
  "mock.fetch": { atMost: 3.5 },
  "server node:http": process.versions.node.startsWith("20.") ? { atLeast: 0.28 } : { atLeast: 0.36 },
  "server prism": { atLeast: 7 },
  "server failures": { atMost: 0 },
  "growth time": { atMost: 1.3 },
  "growth bytes": { atMost: 1_000 },
  redaction: { atMost: 10 },
  "size client": { atMost: 8_500 },
  "size all": { atMost: 9_000 },
};

/** Names the figures beyond their limits. A short run is less exact, so it gets a `factor` of room. */
export function findExcess(figures, factor = 1) {
  const beyond = Object.entries(figures).flatMap(([name, value]) => {
    const { atMost = Number.POSITIVE_INFINITY, atLeast = 0 } = LIMITS[name] ?? {};
    return value <= atMost * factor && value >= atLeast / factor ? [] : [`${name} is ${value}`];
  });
  const faster = Object.entries(figures).filter(
    ([name, value]) => name.startsWith("stub ") && value * factor < figures["stub plant-store-sdk"],
  );
  return [...beyond, ...faster.map(([name, value]) => `${name} is ${value}, less than plant-store-sdk`)];
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
    "",
  ].join("\n");
}
