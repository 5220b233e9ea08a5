import { readFileSync } from "node:fs";

/** The version of the package that this file, built or not, belongs to. */
export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  return version;
}
