import { execFileSync } from "node:child_process";
import { CLIENTS, supportOf } from "../peers.ts";
import { race } from "../race.ts";
import type { Runtime } from "../runtimes.ts";
import { rowsOf } from "../statistics.ts";
import { able, merged } from "./checks.ts";
import type { SectionOf } from "./section.ts";

const DEPENDENCIES = "dependencies";
const SHORT = ["plant-store-sdk"];

/** How long a fresh process takes to import each client, against what the package's two dependencies take alone. */
export const clientStart: SectionOf = {
  name: "client-start",
  async measure(runtime, isShort) {
    const peers = CLIENTS.filter(({ id }) => (isShort ? SHORT.includes(id) : !id.startsWith("by-hand")));
    const checks = Object.fromEntries(peers.map((peer) => [peer.id, supportOf(peer, runtime)]));
    const modules = [[DEPENDENCIES, "../imports.mjs"], ...peers.map(({ id }) => [id, `../clients/${id}.mjs`])];
    const contenders = modules.map(([id = "", file = ""]) => ({
      id,
      start: async () => ({
        round: async () => ({ importMs: importMs(runtime, new URL(file, import.meta.url).href) }),
        stop: () => {},
      }),
    }));
    const effort = { starts: 1, rounds: isShort ? 9 : 21, warmups: 1 };
    return merged(checks, rowsOf(await race(able(contenders, checks), effort), "importMs", DEPENDENCIES));
  },
};

function importMs({ path }: Runtime, href: string): number {
  const program = `const start = performance.now(); await import(${JSON.stringify(href)}); console.log(performance.now() - start);`;
  return Number(execFileSync(path, ["--input-type=module", "--eval", program], { encoding: "utf8" }));
}
