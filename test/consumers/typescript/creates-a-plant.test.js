import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { test } from "node:test";

// With what a browser has, and with what Node's types have alone.
const libs = [
  ["the DOM", { lib: ["ES2022", "DOM"], types: [] }],
  ["@types/node", { lib: ["ES2022"], types: ["node"] }],
];
const resolutions = [
  ["node16", { module: "node16", moduleResolution: "node16" }, ["mjs", "cjs"]],
  ["nodenext", { module: "nodenext", moduleResolution: "nodenext" }, ["mjs", "cjs"]],
  ["bundler", { module: "esnext", moduleResolution: "bundler" }, ["mjs"]],
];

for (const [resolution, moduleOptions, formats] of resolutions) {
  for (const [types, lib] of libs) {
    test(`compiles with ${resolution} and ${types}, and creates a plant`, () => {
      rmSync("out", { recursive: true, force: true });
      const strict = { strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false };
      const compilerOptions = { target: "es2022", outDir: "out", rootDir: ".", ...strict, ...moduleOptions, ...lib };
      const files = formats.map((format) => `creates-a-plant.${format.replace("js", "ts")}`);
      writeFileSync("tsconfig.json", JSON.stringify({ compilerOptions, files }));
      const { stdout } = spawnSync("tsc", [], { encoding: "utf8", shell: true });
      assert.equal(stdout, "");
      for (const format of formats) {
        const printed = execFileSync("node", [`out/creates-a-plant.${format}`], { encoding: "utf8" });
        assert.equal(printed, "9007199254740993 Fern\n");
      }
    });
  }
}

test("one function tells an error of either build, loaded together", () => {
  const options = "--strict --target es2022 --module nodenext --types node --outDir out --rootDir .";
  const { stdout } = spawnSync(`tsc ${options} tells-errors.mts`, { encoding: "utf8", shell: true });
  assert.equal(stdout, "");
  assert.equal(execFileSync("node", ["out/tells-errors.mjs"], { encoding: "utf8" }), "7 No room\n7 No room\n");
});
