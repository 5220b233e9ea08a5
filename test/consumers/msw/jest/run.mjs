import { execFileSync } from "node:child_process";

const program = "../node_modules/jest/bin/jest.js";
const jest = (...args) => execFileSync(process.execPath, args, { stdio: "inherit" });

// Parts of msw are ES modules, which Jest's require loads from Node 24 on.
const isNode24 = Number(process.versions.node.split(".")[0]) >= 24;
jest(program, "creates-a-plant.test.cjs");
jest("--experimental-vm-modules", program, "creates-a-plant.test.mjs", isNode24 ? "msw.test" : "msw.test.mjs");
