import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, inject, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const packed = inject("packed");
const files = readdirSync(packed, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));

const run = (program: string, ...args: string[]) =>
  execFileSync(process.execPath, [join(root, "node_modules", program), ...args], { cwd: root, encoding: "utf8" });

it("passes publint", () => {
  expect(run("publint/src/cli.js", "run", inject("tarball"), "--strict")).toContain("All good!");
});

it("has types that match its modules, according to Are the Types Wrong", () => {
  const check = (...options: string[]) => run("@arethetypeswrong/cli/dist/index.js", inject("tarball"), ...options);
  expect(() => check("--profile", "node16", "--exclude-entrypoints", "./openapi.yaml", "./mocks/app")).not.toThrow();
  expect(() => check("--profile", "esm-only", "--entrypoints", "./mocks/app")).not.toThrow();
});

it("unpacks to less than 1.2 MB", () => {
  expect(files.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(1_200_000);
});

it("contains no path of this machine", () => {
  const paths = [root, `${homedir()}/`, `${tmpdir()}/`];
  const leaks = files.filter((file) => paths.some((path) => readFileSync(file, "utf8").includes(path)));
  expect(leaks).toEqual([]);
});

const pages = files.filter((file) => file.endsWith(".md")).map((file) => relative(packed, file));

it.each(pages)("contains every file that %s links to, except pictures", (page) => {
  const prose = readFileSync(join(packed, page), "utf8").replaceAll(/^(`{3,})[\s\S]*?^\1$|`[^`\n]*`/gm, "");
  const links = Array.from(
    prose.matchAll(/\]\((?!https?:|#)([^)\s#]+)(?<!\.(?:png|svg))[)#]/g),
    ([, link = ""]) => link,
  );
  expect(links.filter((link) => !existsSync(join(packed, dirname(page), decodeURIComponent(link))))).toEqual([]);
});
