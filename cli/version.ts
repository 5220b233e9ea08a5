import { readFileSync } from "node:fs";

/** The package's version. `package.json` is one folder up from both `cli/` and `dist/`. */
export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  return version;
}
