import { formatFigure } from "./figures.ts";
import { CLIENTS, MOCKS, type Peer, SERVERS } from "./peers.ts";
import type { Results, Run, Section } from "./results.ts";
import type { Row } from "./statistics.ts";
import { targetsOf } from "./targets.ts";

/** What stands between such comments is written by `npm run check:figures -- --write`. */
const TABLE = /(<!-- bench-table:([\w-]+) -->\n)[\s\S]*?(<!-- \/bench-table -->)/g;

const NODES = ["node20", "node24"] as const;
const NOTHING = "–";

/** A column of figures: its heading, and the figures' names. Two of them stand as a range. */
type Column = readonly [heading: string, ...names: readonly string[]];

const QUARTILES = (name: string): Column => ["quartiles", `${name}Low`, `${name}High`];

const GROWTH_ROWS: readonly Peer[] = [1_000, 10_000, 100_000, 1_000_000].map((size) => ({
  id: String(size),
  label: size.toLocaleString("en"),
}));

const START_ROWS: readonly Peer[] = [
  { id: "dependencies", label: "openapi-fetch and valibot alone" },
  ...CLIENTS.filter(({ id }) => !id.startsWith("by-hand")),
];

const TABLES: Readonly<Record<string, (results: Results) => readonly string[]>> = {
  "client-stub": figures("client-stub", "client", CLIENTS, [["a call", "us"], QUARTILES("us"), ["ratio", "ratio"]]),
  "client-loopback": figures("client-loopback", "client", CLIENTS, [
    ["p50", "p50Ms"],
    ["p99", "p99Ms"],
    ["ratio", "ratio"],
  ]),
  "client-loopback-50": figures("client-loopback-50", "client", CLIENTS, [
    ["calls a second", "perSecond"],
    QUARTILES("perSecond"),
    ["ratio", "ratio"],
  ]),
  "client-size": ({ sections }) => [
    "| client | version | bytes |",
    "|---|---|---|",
    ...CLIENTS.flatMap(({ id, label }) => {
      const row = rowOf(sections["client-size"], "node20", id);
      return row ? [`| ${label} | ${row.version ?? NOTHING} | ${cell(row, ["bytes"])} |`] : [];
    }),
  ],
  "client-start": figures("client-start", "what is imported", START_ROWS, [
    ["import", "importMs"],
    ["ratio", "ratio"],
  ]),
  "client-checks": checks("client-stub", "client", CLIENTS, [
    ["the id `9007199254740993n`", ({ bigintId }) => `sends ${bigintId}`.replace("sends throws", "throws")],
    ["the same id as a number", ({ numberId }) => `sends ${numberId}`.replace("sends throws", "throws")],
    ["an Error of the service", ({ error }) => String(error)],
  ]),
  "mock-in-process": figures("mock-in-process", "mock", MOCKS, [
    ["a request", "us"],
    QUARTILES("us"),
    ["ratio", "ratio"],
    ["ratio to a static handler", "staticRatio"],
  ]),
  "mock-checks": checks("mock-in-process", "mock", MOCKS, [
    ["the id `9007199254740993`", ({ id }) => String(id)],
    ["a NewPlant without a name", ({ invalid }) => String(invalid)],
  ]),
  "mock-server": figures("mock-server", "server", SERVERS, [
    ["requests a second", "perSecond"],
    ["ratio", "ratio"],
    ["p50", "p50Ms"],
    ["p99", "p99Ms"],
    ["processor", "cpuUs"],
  ]),
  "mock-server-memory": figures("mock-server", "server", SERVERS, [
    ["ready in", "readyMs"],
    ["ratio", "readyRatio"],
    ["memory at rest", "restMb"],
    ["and after", "afterMb"],
    ["requests", "afterRequests"],
  ]),
  "server-checks": checks("mock-server", "server", SERVERS, [
    ["the id `9007199254740993`", ({ exact }) => String(exact)],
    ["keeps it exactly", ({ keepsExactId }) => (keepsExactId ? "yes" : "no")],
    ["a NewPlant without a name", ({ invalid }) => String(invalid)],
  ]),
  growth: figures("growth", "plants", GROWTH_ROWS, [
    ["a create", "createUs"],
    ["ratio", "createRatio"],
    ["`plants.add`", "addUs"],
    ["a lookup of any", "lookupUs"],
    ["ratio", "lookupRatio"],
    ["of one just created", "latestLookupUs"],
    ["ratio", "latestLookupRatio"],
    ["of any in a `Map`", "mapLookupUs"],
    ["ratio", "mapLookupRatio"],
    ["in an array", "arrayLookupUs"],
    ["ratio", "arrayLookupRatio"],
    ["bytes a plant", "bytesAPlant"],
  ]),
  targets: (results) => [
    "| target | measured | limit | |",
    "|---|---|---|---|",
    ...targetsOf(results).map(({ title, limit, value, isMet }) => {
      const measured = value === undefined ? "not measured" : Number(value.toPrecision(3)).toLocaleString("en");
      return `| ${title} | ${measured} | ${limit} | ${isMet ? "met" : "**not met**"} |`;
    }),
  ],
  machine: ({ sections }) => [
    "| section | date | machine | Node |",
    "|---|---|---|---|",
    ...Object.entries(sections).map(
      ([name, { run }]) => `| ${name} | ${run.date} | ${machine(run)} | ${Object.values(run.nodes).join(", ")} |`,
    ),
  ],
};

/**
 * The text with every marked table as the results have it.
 *
 * @throws {Error} when there is no such table.
 */
export function withTables(text: string, results: Results): string {
  return text.replace(TABLE, (_, start: string, name: string, end: string) => {
    const table = TABLES[name];
    if (table === undefined) {
      throw new Error(`There is no table ${name}.`);
    }
    return `${start}${table(results).join("\n")}\n${end}`;
  });
}

/** A table of figures for each Node, one above the other. */
function figures(section: string, heading: string, peers: readonly Peer[], columns: readonly Column[]) {
  return ({ sections }: Results): readonly string[] =>
    NODES.flatMap((node, index) => {
      const headings = columns.map(([title]) => title);
      const lines = peers.flatMap((peer) => {
        const row = rowOf(sections[section], node, peer.id);
        return row ? [line(peer, row, columns)] : [];
      });
      const version = sections[section]?.run.nodes[node] ?? node;
      return [
        ...(index === 0 ? [] : [""]),
        `| ${heading}, Node ${version} | ${headings.join(" | ")} |`,
        `|---|${headings.map(() => "---|").join("")}`,
        ...lines,
      ];
    });
}

function line({ label }: Peer, row: Row, columns: readonly Column[]): string {
  const version = row.version === undefined ? "" : ` ${row.version}`;
  const [first, ...others] = columns.map(([, ...names]) => cell(row, names));
  const start = row.fails === undefined ? first : asCell(String(row.fails));
  return `| ${label}${version} | ${[start, ...others].join(" | ")} |`;
}

function cell(row: Row, names: readonly string[]): string {
  const texts = names.flatMap((name) => {
    const value = row[name];
    return typeof value === "number" ? [formatFigure(name, value)] : [];
  });
  return texts.length === 0 ? NOTHING : texts.join(" to ");
}

/** What each was found to do, on the latest Node. */
function checks(
  section: string,
  heading: string,
  peers: readonly Peer[],
  columns: readonly (readonly [heading: string, text: (row: Row) => string])[],
) {
  return ({ sections }: Results): readonly string[] => [
    `| ${heading} | ${columns.map(([title]) => title).join(" | ")} |`,
    `|---|${columns.map(() => "---|").join("")}`,
    ...peers.flatMap(({ id, label }) => {
      const row = rowOf(sections[section], "node24", id);
      if (row === undefined) {
        return [];
      }
      return [`| ${label} | ${columns.map(([, text]) => asCell(text(row))).join(" | ")} |`];
    }),
  ];
}

function rowOf(section: Section | undefined, node: (typeof NODES)[number], id: string): Row | undefined {
  return section?.[node]?.[id];
}

const asCell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("<", "&lt;");

function machine({ cpu, cpus, memoryGb, os }: Run): string {
  return `${cpus} × ${cpu}, ${memoryGb} GB, ${os}`;
}
