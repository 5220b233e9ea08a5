// Runs Jest as one does with CommonJS, then as one does with ES modules, then with msw where it loads.
import { execFileSync } from "node:child_process";

const program = "node_modules/jest/bin/jest.js";
const jest = (...args) => execFileSync(process.execPath, args, { stdio: "inherit" });
const vmModules = "--experimental-vm-modules";

jest(program, "creates-a-plant.test.cjs");
jest(vmModules, program, "creates-a-plant.test.mjs", "msw.test.mjs");
// msw is made of ES modules in part, which Jest's require loads from Node 24 on.
if (Number(process.versions.node.split(".")[0]) >= 24) {
  jest(vmModules, program, "msw.test.cjs");
}
