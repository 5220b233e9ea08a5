/** Pastes the recipe into the app that create-next-app made in "new". */
import assert from "node:assert/strict";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { paste } from "./paste.mjs";

rmSync("new/package.json");
cpSync("new", ".", { recursive: true });
rmSync("new", { recursive: true });
assert.match(readFileSync(".gitignore", "utf8"), /^\.env\*$/m);
paste("recipes", "Next.js");
paste("errors", "Tell users");
const tsconfig = readFileSync("tsconfig.json", "utf8");
writeFileSync("tsconfig.json", tsconfig.replace("ES2017", "ES2020"));
