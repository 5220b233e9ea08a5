import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A Node that the benchmark runs on. */
export interface Runtime {
  /** "node20". */
  readonly name: string;
  readonly path: string;
  readonly version: string;
}

const MAJORS = [20, 24];

/** The Nodes of bench/package.json; where it has none for this machine, the one that runs this, if it is of that line. */
export function installedRuntimes(): readonly Runtime[] {
  return MAJORS.map((major) => {
    const program = process.platform === "win32" ? "node.exe" : "node";
    const folder = `node_modules/node${major}-${process.platform}-${process.arch}/bin/${program}`;
    const path = fileURLToPath(new URL(folder, import.meta.url));
    if (existsSync(path)) {
      return runtime(path);
    }
    if (process.versions.node.startsWith(`${major}.`)) {
      return thisRuntime();
    }
    throw new Error(`No Node ${major} is known for ${process.platform} ${process.arch}. Run this with Node ${major}.`);
  });
}

/** The Node that runs this. */
export const thisRuntime = (): Runtime => runtime(process.execPath);

function runtime(path: string): Runtime {
  const version = execFileSync(path, ["--version"], { encoding: "utf8" }).trim().slice(1);
  return { name: `node${version.split(".")[0]}`, path, version };
}

/** Whether a range such as ">=22.18.0" lets a version run. */
export function allows(range: string, version: string): boolean {
  const lowest = /^>=\s*([\d.]+)$/.exec(range)?.[1];
  return lowest === undefined || lowest.localeCompare(version, "en", { numeric: true }) <= 0;
}
