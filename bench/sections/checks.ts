import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { reasonIn } from "../child.ts";
import { type Peer, supportOf } from "../peers.ts";
import type { Contender } from "../race.ts";
import type { Runtime } from "../runtimes.ts";
import type { Row } from "../statistics.ts";

/** What a peer is, and what a file of bench/ that prints JSON finds it to do. */
export function checkPeer(peer: Peer, file: string, runtime: Runtime): Row {
  const support = supportOf(peer, runtime);
  if (support.fails !== undefined) {
    return support;
  }
  try {
    const program = fileURLToPath(new URL(`../${file}`, import.meta.url));
    const printed = execFileSync(runtime.path, [program, peer.id], {
      encoding: "utf8",
      timeout: 20_000,
      stdio: "pipe",
    });
    return { ...support, ...(JSON.parse(printed) as Row) };
  } catch (error) {
    return { ...support, fails: reasonIn(String((error as { stderr?: unknown }).stderr)) };
  }
}

/** The rows of both, by contender: what was checked, and what was measured. */
export function merged(...tables: readonly Readonly<Record<string, Row>>[]): Readonly<Record<string, Row>> {
  const ids = new Set(tables.flatMap((table) => Object.keys(table)));
  return Object.fromEntries([...ids].map((id) => [id, Object.assign({}, ...tables.map((table) => table[id]))]));
}

/** The contenders that the checks let run. */
export function able(contenders: readonly Contender[], checks: Readonly<Record<string, Row>>): readonly Contender[] {
  return contenders.filter(({ id }) => checks[id]?.fails === undefined);
}
