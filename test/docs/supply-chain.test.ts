import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const readManifest = (path: string) => JSON.parse(read(path));

describe("the package, as SECURITY.md says,", () => {
  it("has one dependency, whose own only dependency contains types", () => {
    expect(Object.keys(readManifest("package.json").dependencies)).toEqual(["openapi-fetch"]);
    const { dependencies } = readManifest("node_modules/openapi-fetch/package.json");
    expect(Object.keys(dependencies)).toEqual(["openapi-typescript-helpers"]);
  });

  it.each(["package.json", "examples/react/package.json"])("pins development dependencies: %s", (path) => {
    const versions = Object.values(readManifest(path).devDependencies);
    expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(String(version)))).toEqual([]);
  });
});

describe("the workflows, as SECURITY.md says,", () => {
  const workflows = readdirSync(new URL(".github/workflows", root)).map((name) => read(`.github/workflows/${name}`));

  it("pin their actions by commit", () => {
    const actions = workflows.flatMap((text) => Array.from(text.matchAll(/\buses: (\S+)/g), ([, action]) => action));
    expect(actions).not.toEqual([]);
    expect(actions.filter((action) => !/@[\da-f]{40}$/.test(String(action)))).toEqual([]);
  });

  it("publish with provenance, and without a stored token", () => {
    const commands = workflows.flatMap((text) => text.match(/npm publish(?! --dry-run).*/g) ?? []);
    expect(commands).toEqual([expect.stringContaining(" --provenance")]);
    expect(parse(read(".github/workflows/release.yml")).jobs).toMatchObject({
      publish: { permissions: { "id-token": "write" } },
    });
    expect(workflows.join("\n")).not.toMatch(/\bsecrets\b|NODE_AUTH_TOKEN/);
  });
});
