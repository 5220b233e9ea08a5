/**
 * Builds the package where npm installs it from git: npm runs `prepare` there, and never `prepack`. In a clone, where npm runs it
 * too, it builds nothing, since `npm ci` would take several times as long.
 */
import { execSync } from "node:child_process";
import { existsSync } from "node:fs";

if (process.env.INIT_CWD !== process.cwd()) {
  if (existsSync("node_modules/tsup")) {
    execSync("npm run build", { stdio: "inherit" });
  } else {
    console.error(
      `plant-store-sdk can't be built: its development dependencies are missing. Run npm ci in ${process.cwd()}.`,
    );
    process.exitCode = 1;
  }
}
