import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { test } from "node:test";

const version = process.argv[2];
const tsc = `node_modules/typescript-${version}/bin/tsc`;

const variants = [
  ["dom", { lib: ["ES2022", "DOM"], types: [] }],
  ["node", { lib: ["ES2022"], types: ["node"] }],
  ["null-checks", { lib: ["ES2022", "DOM"], types: [], strict: false, strictNullChecks: true }],
];
const resolutions = [
  ["node16", { module: "node16", moduleResolution: "node16" }, ["mts", "cts"]],
  ["nodenext", { module: "nodenext", moduleResolution: "nodenext" }, ["mts", "cts"]],
  ["bundler", { module: "esnext", moduleResolution: "bundler" }, ["mts"]],
];
const strict = {
  target: "es2022",
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  skipDefaultLibCheck: true,
};

const projects = resolutions.flatMap(([resolution, moduleOptions, formats]) =>
  variants.map(([variant, options]) => {
    const name = `${version}-${resolution}-${variant}`;
    const files = formats.map((format) => `creates-a-plant.${format}`);
    if (name.endsWith("nodenext-node")) {
      files.push("tells-errors.mts");
    }
    const compilerOptions = { ...strict, ...moduleOptions, ...options, outDir: `out/${name}`, rootDir: "." };
    writeFileSync(`tsconfig.${name}.json`, JSON.stringify({ compilerOptions, files }));
    return { name, files };
  }),
);

test("compiles with each module resolution, the DOM types or those of Node, and strictNullChecks alone", () => {
  const args = [tsc, "--build", ...projects.map(({ name }) => `tsconfig.${name}.json`)];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  assert.deepEqual({ status, stdout, stderr }, { status: 0, stdout: "", stderr: "" });
});

for (const { name, files } of projects) {
  for (const file of files) {
    const output = file.replace("ts", "js");
    test(`runs ${name}/${output}`, () => {
      const expected = file === "tells-errors.mts" ? "7 No room\n7 No room\n" : "9007199254740993 Fern\n";
      assert.equal(execFileSync(process.execPath, [`out/${name}/${output}`], { encoding: "utf8" }), expected);
    });
  }
}
