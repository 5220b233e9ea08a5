/** Moves the app that sv made in "new" to this folder, and adds the mock to its Vite configuration. */
import assert from "node:assert/strict";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";

rmSync("new/package.json");
rmSync("vite.config.js");
cpSync("new", ".", { recursive: true });
rmSync("new", { recursive: true });

const made = readFileSync("vite.config.ts", "utf8");
const plugins =
  'import { plantStoreMock } from "plant-store-sdk/mocks/vite";\n' +
  made.replace(/\)\s*\](?=\s*\}\);)/, "), plantStoreMock()]");
assert.match(plugins, /plantStoreMock\(\)\]/);
writeFileSync("vite.config.ts", plugins);
