import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, inject, it } from "vitest";
import { readPage } from "../../scripts/snippets.ts";
import { succeed } from "./run.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "plant-store-recipes-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The files of a section, and the packages that its install lines above them name. */
function toRecipes(section: string) {
  let packages = "";
  const parts = section.matchAll(/((?:^npm install .*\n)+)|^<!-- (\S+) -->\n```(?:ts|tsx|js|py)$/gm);
  return Array.from(parts, ([, lines, path = ""]) => {
    packages = lines?.replaceAll(/^npm install| --save-dev|\n/gm, "").trim() ?? packages;
    return { path, packages };
  }).filter(({ path }) => path !== "");
}

const recipes = ["docs/recipes.md", "docs/testing.md"].flatMap((page) =>
  readPage(page)
    .split(/^(?=##+ )/m)
    .flatMap(toRecipes),
);

it("finds what each recipe needs in its section", () => {
  expect(recipes.length).toBeGreaterThan(25);
  expect(recipes.filter(({ packages }) => !/^plant-store-sdk\b/.test(packages))).toEqual([]);
});

/** test/consumers runs the recipes for Jest. */
const typed = recipes.filter(({ path }) => !path.startsWith("test/consumers/"));
const projects = [...new Set(typed.map(({ packages }) => packages))].map((packages, index) => ({
  packages,
  cwd: join(folder, String(index)),
  paths: [...new Set(typed.filter((recipe) => recipe.packages === packages).map(({ path }) => path))],
}));

const { packages: lock } = JSON.parse(readPage("package-lock.json"));
const { next } = JSON.parse(readPage("test/consumers/next/package.json")).dependencies;

/** What was released since must not fail a test, so versions come from our lock file. */
function toSpec(name: string): string {
  if (name === "plant-store-sdk") {
    return inject("tarball");
  }
  return `${name}@${name === "next" ? next : lock[`node_modules/${name}`].version}`;
}

const compilerOptions = {
  target: "es2022",
  lib: ["es2022", "dom", "dom.iterable"],
  module: "esnext",
  moduleResolution: "bundler",
  jsx: "react-jsx",
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  noEmit: true,
};

/** Copies a file and the files that it imports, and returns their paths in the project. */
function copy(path: string, cwd: string): string[] {
  const target = path.replace(/^(?:examples|docs\/snippets|test\/playwright)\//, "");
  cpSync(join(root, path), join(cwd, target));
  const imports = Array.from(readPage(path).matchAll(/from "(\.\/[^"]+?)(?:\.js)?"/g), ([, specifier = ""]) => {
    const base = join(dirname(path), specifier);
    return existsSync(join(root, `${base}.ts`)) ? `${base}.ts` : `${base}.tsx`;
  });
  return [target, ...imports.flatMap((imported) => copy(imported, cwd))];
}

const runners = [
  { isTest: (file: string) => /\.test\.tsx?$/.test(file), command: "npx vitest run" },
  { isTest: (file: string) => file.startsWith("node-test/"), command: "node --import tsx --test" },
  { isTest: (file: string) => file.endsWith(".py"), command: "python3 -m unittest" },
];

it.each(projects)("compiles and runs $paths with nothing but $packages", { timeout: 300_000 }, async (project) => {
  const { packages, cwd, paths } = project;
  const files = paths.flatMap((path) => copy(path, cwd));
  writeFileSync(join(cwd, "package.json"), JSON.stringify({ private: true, type: "module" }));
  writeFileSync(join(cwd, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  await succeed(`npm install ${packages.split(" ").map(toSpec).join(" ")}`, cwd);

  if (files.some((file) => /\.tsx?$/.test(file))) {
    await succeed(`"${process.execPath}" "${join(root, "node_modules/typescript/lib/tsc.js")}"`, cwd);
  }
  for (const { isTest, command } of runners) {
    const tests = files.filter(isTest);
    if (tests.length > 0) {
      await succeed(`${command} ${tests.join(" ")}`, cwd);
    }
  }
});
