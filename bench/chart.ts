import { formatFigure } from "./figures.ts";
import { CLIENTS, MOCKS, type Peer, SERVERS } from "./peers.ts";
import type { Results } from "./results.ts";

const NODE = "node24";
const WIDTH = 760;
const LABEL_WIDTH = 246;
const VALUE_WIDTH = 92;
const BAR_HEIGHT = 18;
const ROW_HEIGHT = 27;
const MARGIN = 20;
const HEAD_HEIGHT = 50;
const BAR_WIDTH = WIDTH - 2 * MARGIN - LABEL_WIDTH - VALUE_WIDTH;

const STYLE = `
  text { font: 13px -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; fill: #1f2328; }
  .head { font-size: 15px; font-weight: 600; }
  .note { fill: #59636e; font-size: 12px; }
  .own { font-weight: 600; }
  .card { fill: #ffffff; stroke: #d1d9e0; }
  .bar { fill: #afb8c1; }
  .bar.own { fill: #1a7f37; }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc; }
    .note { fill: #9198a1; }
    .card { fill: #0d1117; stroke: #3d444d; }
    .bar { fill: #59636e; }
    .bar.own { fill: #3fb950; }
  }
`;

interface Panel {
  readonly title: string;
  readonly note: string;
  readonly section: string;
  readonly figure: string;
  readonly peers: readonly Peer[];
}

const CHARTS: Readonly<Record<string, readonly Panel[]>> = {
  "docs/images/bench-clients.svg": [
    {
      title: "What a createPlant call costs",
      note: "Microseconds on a stubbed fetch. Shorter is better.",
      section: "client-stub",
      figure: "us",
      peers: CLIENTS.filter(({ id }) => id !== "by-hand-no-deadline"),
    },
  ],
  "docs/images/bench-mocks.svg": [
    {
      title: "What a request costs in a test's process",
      note: "Microseconds. Shorter is better.",
      section: "mock-in-process",
      figure: "us",
      peers: MOCKS,
    },
    {
      title: "What a mock server answers",
      note: "Requests a second over 10 connections. Longer is better.",
      section: "mock-server",
      figure: "perSecond",
      peers: SERVERS,
    },
  ],
};

/** Every chart of the results, by its path in the project. */
export function chartsOf(results: Results): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(CHARTS).map(([path, panels]) => [path, chart(panels, results)]));
}

function chart(panels: readonly Panel[], results: Results): string {
  let top = 0;
  const parts = panels.map((panel) => {
    const { svg, height } = drawn(panel, results, top);
    top += height;
    return svg;
  });
  const height = top + MARGIN;
  const label = panels.map(({ title }) => title).join("; ");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escaped(label)}">
<style>${STYLE}</style>
<rect class="card" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="8"/>
${parts.join("\n")}
</svg>
`;
}

function drawn({ title, note, section, figure, peers }: Panel, results: Results, top: number) {
  const version = results.sections[section]?.run.nodes[NODE] ?? "";
  const bars = peers.flatMap((peer) => {
    const value = results.sections[section]?.[NODE]?.[peer.id]?.[figure];
    return typeof value === "number" ? [{ peer, value }] : [];
  });
  const most = Math.max(...bars.map(({ value }) => value));
  const barsTop = top + MARGIN + HEAD_HEIGHT;
  const lines = bars.map(({ peer: { label }, value }, index) => {
    const y = barsTop + index * ROW_HEIGHT;
    const own = label.startsWith("**") ? " own" : "";
    const width = Math.max(1, (value / most) * BAR_WIDTH);
    const x = MARGIN + LABEL_WIDTH;
    const base = y + BAR_HEIGHT - 4;
    return [
      `<text class="label${own}" x="${x - 10}" y="${base}" text-anchor="end">${escaped(label.replace(/\*\*|`/g, ""))}</text>`,
      `<rect class="bar${own}" x="${x}" y="${y}" width="${width.toFixed(1)}" height="${BAR_HEIGHT}" rx="3"/>`,
      `<text class="value${own}" x="${(x + width + 8).toFixed(1)}" y="${base}">${escaped(formatFigure(figure, value))}</text>`,
    ].join("\n");
  });
  const svg = [
    `<text class="head" x="${MARGIN}" y="${top + MARGIN + 14}">${escaped(title)}</text>`,
    `<text class="note" x="${MARGIN}" y="${top + MARGIN + 34}">${escaped(`${note} Node ${version}.`)}</text>`,
    ...lines,
  ].join("\n");
  return { svg, height: MARGIN + HEAD_HEIGHT + bars.length * ROW_HEIGHT };
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
