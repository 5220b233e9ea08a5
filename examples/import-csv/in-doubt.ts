import { readFileSync, rmSync, writeFileSync } from "node:fs";
import type { RowResult } from "./import-rows.ts";
import type { Journal, RowState } from "./journal.ts";

/** What the user found out about the plants in doubt: they exist, they don't, or nothing. */
const STATES: Readonly<Record<string, RowState>> = { created: "created", missing: "not-created", again: "again" };

export const inDoubtPath = (journal: Journal): string => journal.path.replace(/\.journal$/, ".in-doubt");

/** Writes the ids in doubt to a file, one per line. */
export function writeInDoubt(journal: Journal, results: readonly RowResult[]): void {
  const ids = results.filter(({ outcome }) => outcome === "in doubt").map(({ row }) => `${row.id}\n`);
  if (ids.length > 0) {
    writeFileSync(inDoubtPath(journal), ids.join(""));
  } else {
    rmSync(inDoubtPath(journal), { force: true });
  }
}

/** Settles the ids that the file lists, after the user may have removed some. */
export async function settle(journal: Journal, how: string): Promise<void> {
  const state = STATES[how];
  if (state === undefined) {
    throw new Error(`--settle takes ${Object.keys(STATES).join(", ")}, not ${how}`);
  }
  const ids = readFileSync(inDoubtPath(journal), "utf8").match(/^-?\d+$/gm) ?? [];
  const doubtful = ids.map(BigInt).filter((id) => journal.states.get(id) === "sending");
  await Promise.all(doubtful.map((id) => journal.write(id, state)));
}
