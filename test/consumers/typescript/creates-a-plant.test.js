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

function compile(options, files) {
  rmSync("out", { recursive: true, force: true });
  const strict = { strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false };
  const compilerOptions = { target: "es2022", outDir: "out", rootDir: ".", ...strict, ...options };
  writeFileSync("tsconfig.json", JSON.stringify({ compilerOptions, files }));
  assert.equal(spawnSync("tsc", [], { encoding: "utf8", shell: true }).stdout, "");
}

const run = (file) => execFileSync("node", [`out/${file}`], { encoding: "utf8" });

for (const [resolution, moduleOptions, formats] of resolutions) {
  for (const [types, lib] of libs) {
    test(`compiles with ${resolution} and ${types}, and creates a plant`, () => {
      const files = formats.map((format) => `creates-a-plant.${format.replace("js", "ts")}`);
      compile({ ...moduleOptions, ...lib }, files);
      for (const format of formats) {
        assert.equal(run(`creates-a-plant.${format}`), "9007199254740993 Fern\n");
      }
    });
  }
}

test("one function tells an error of either build, loaded together", () => {
  compile({ module: "nodenext", lib: ["ES2022"], types: ["node"] }, ["tells-errors.mts"]);
  assert.equal(run("tells-errors.mjs"), "7 No room\n7 No room\n");
});
