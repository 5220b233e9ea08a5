import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Builds the package, for the tests of what is built. CI builds it before. */
export function setup(): void {
  if (process.env.CI === undefined) {
    const root = fileURLToPath(new URL("../..", import.meta.url));
    execFileSync("npm", ["run", "build"], { cwd: root, shell: true, stdio: "inherit" });
  }
}
