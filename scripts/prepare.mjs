/**
 * Builds the package where npm installs it from git: npm runs `prepare` there, and never `prepack`. In a clone, where npm runs it
 * too, it builds nothing, since `npm ci` would take several times as long.
 */
import { execSync } from "node:child_process";

if (process.env.INIT_CWD !== process.cwd()) {
  execSync("npm run build", { stdio: "inherit" });
}
