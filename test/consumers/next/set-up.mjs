/** Moves the app that create-next-app made in "new" to this folder. */
import assert from "node:assert/strict";
import { cpSync, readFileSync, rmSync } from "node:fs";

rmSync("new/package.json");
cpSync("new", ".", { recursive: true });
rmSync("new", { recursive: true });
assert.match(readFileSync(".gitignore", "utf8"), /^\.env\*$/m);
