import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const home = fileURLToPath(new URL("../test/consumers/", import.meta.url));

interface Project {
  readonly dependencies?: Record<string, string>;
  /** What is installed besides, by the variant's name: the project is run once with each. */
  readonly variants?: Record<string, Record<string, string>>;
}

/** A project of test/consumers, with one of its variants. */
export interface Consumer {
  readonly name: string;
  /** Copies the project into a folder, where "npm install" brings the tarball as well. */
  readonly copyTo: (folder: string, tarball: string) => void;
}

/** Every project of test/consumers, once for each variant. */
export function consumers(): readonly Consumer[] {
  return readdirSync(home).flatMap((directory) => {
    const { variants, ...project } = JSON.parse(readFileSync(join(home, directory, "package.json"), "utf8")) as Project;
    return Object.entries(variants ?? { [directory]: {} }).map(([name, added]) => ({
      name,
      copyTo(folder, tarball) {
        cpSync(join(home, directory), folder, { recursive: true });
        const dependencies = { ...project.dependencies, ...added, "plant-store-sdk": `file:${tarball}` };
        writeFileSync(join(folder, "package.json"), JSON.stringify({ ...project, dependencies }, null, 2));
      },
    }));
  });
}
