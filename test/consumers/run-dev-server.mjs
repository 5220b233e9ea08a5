/** Runs a program of docs/mock-server.md with a command, and checks the mock that it serves at a path. */
import { withDevServer } from "./dev-server.mjs";
import { findFreePort } from "./find-free-port.mjs";
import { runSteps } from "./mock-app-steps.mjs";
import { paste } from "./paste.mjs";

const [name, path, command, ...args] = process.argv.slice(2);
const port = await findFreePort();
const url = `http://127.0.0.1:${port}${path}`;
const files = paste("mock-server", "Dev servers", (code) => code.replace("4010", port));
const file = files.find((file) => file.endsWith(name));
await withDevServer({ command, args: [...args, file], url }, () => runSteps({ url }));
