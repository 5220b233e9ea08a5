import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { dryReleaseSteps } from "../../scripts/release-steps.ts";

const text = await readFile(new URL("../../.github/workflows/release.yml", import.meta.url), "utf8");
const { jobs } = parse(text);

describe("the release workflow", () => {
  it("lets the job alone that publishes ask for an identity, and no token is stored", () => {
    expect(parse(text).permissions).toEqual({ contents: "read" });
    expect(jobs.pack.permissions).toBeUndefined();
    expect(jobs.publish.permissions).toEqual({ contents: "write", "id-token": "write" });
    expect(text).not.toContain("secrets.");
  });

  it("publishes what was tested, with provenance", () => {
    const commands = jobs.pack.steps.map(({ run }: { run?: string }) => run ?? "");
    expect(commands.indexOf("bash .ci/run")).toBeGreaterThan(0);
    expect(commands.findIndex((run: string) => run.startsWith("npm pack"))).toBeGreaterThan(
      commands.indexOf("bash .ci/run"),
    );
    expect(jobs.publish.needs).toBe("pack");
    expect(text).toContain("npm publish ./release/*.tgz --provenance --access public");
  });

  it("has a dry run of every step that uploads nothing", () => {
    const commands = dryReleaseSteps(text).map(({ command }) => command);
    expect(commands).toContain("bash .ci/run");
    expect(commands.at(-1)).toBe("npm publish ./release/*.tgz --access public --dry-run");
    expect(commands.filter((command) => /\bgh\b/.test(command))).toEqual([]);
  });

  it("has no dry run where nothing is published", () => {
    expect(() => dryReleaseSteps("jobs: { pack: { steps: [{ run: npm pack }] } }")).toThrow(
      "The release workflow has no step that publishes.",
    );
  });

  it.each(["npm pack && npm publish x.tgz", "npm publish x.tgz\nnpm pack", "npm pack; gh release create v1"])(
    "has no dry run where a step uploads among other things: %j",
    (run) => {
      const workflow = JSON.stringify({ jobs: { pack: { steps: [{ name: "All at once", run }] } } });
      expect(() => dryReleaseSteps(workflow)).toThrow('The step "All at once" uploads among other things.');
    },
  );
});
