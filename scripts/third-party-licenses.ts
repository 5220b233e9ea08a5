/** Writes the licences of the packages that the build bundles, which its source maps name, to `dist/THIRD-PARTY-LICENSES`. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const project = new URL("../", import.meta.url);
const dist = new URL("dist/", project);

const maps = readdirSync(dist).filter((file) => file.endsWith(".map"));
const sources = maps.flatMap((file) => {
  const map = JSON.parse(readFileSync(new URL(file, dist), "utf8")) as { sources: string[] };
  return map.sources;
});
const names = sources.map((source) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1]);

const texts = [...new Set(names)].sort().flatMap((name) => {
  if (name === undefined) {
    return [];
  }
  const home = new URL(`node_modules/${name}/`, project);
  const { version, license } = JSON.parse(readFileSync(new URL("package.json", home), "utf8")) as Record<
    string,
    string
  >;
  const file = readdirSync(home).find((entry) => /^licen[cs]e(\.\w+)?$/i.test(entry));
  const text = file === undefined ? "" : `\n${readFileSync(new URL(file, home), "utf8").trim()}\n`;
  return [`${name} ${version}, ${license}\n${text}`];
});
writeFileSync(
  new URL("THIRD-PARTY-LICENSES", dist),
  `The mocks contain these packages:\n\n${texts.join(`\n${"-".repeat(80)}\n\n`)}`,
);
