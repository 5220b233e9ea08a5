/** Pastes the recipe into the app that create-next-app made in "new", and adds a page with a form. */
import assert from "node:assert/strict";
import { cpSync, readFileSync, renameSync, rmSync } from "node:fs";
import { paste } from "./paste.mjs";

rmSync("new/package.json");
cpSync("new", ".", { recursive: true });
rmSync("new", { recursive: true });
assert.match(readFileSync(".gitignore", "utf8"), /^\.env\*$/m);
renameSync("page.tsx", "app/page.tsx");
paste("frameworks", "Next.js");
paste("errors", "Tell users");
