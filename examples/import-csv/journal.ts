import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs";
import { devNull } from "node:os";
import { dirname } from "node:path";

/** What was noted of a row last. */
export type RowState = "sending" | "created" | "not-created";

/** What became of the rows, by their ids, in a file that a crash can't spoil. */
export interface Journal {
  readonly states: ReadonlyMap<bigint, RowState>;
  /** The rows that were being sent when an earlier run broke off. */
  readonly inDoubt: readonly bigint[];
  /** When this returns, it is on the disk. */
  note(id: bigint, state: RowState): void;
}

/** Where the journal of a file is, one for each service: what one has created, another has not. */
export function journalPath(file: string, baseUrl: string): string {
  const { host, pathname } = new URL(baseUrl);
  // The client, too, ignores slashes at the end. Escaped, no two services have one name.
  return `${file}.${encodeURIComponent(host + pathname.replace(/\/+$/, ""))}.journal`;
}

/** Opens a journal, or begins one. */
export function openJournal(path: string): Journal {
  const file = openSync(path, "as+"); // append, and wait for the disk at each write
  if (path !== devNull && process.platform !== "win32") {
    syncFolder(dirname(path)); // Windows syncs no folder
  }
  const text = readFileSync(file, "utf8");
  // What a power cut leaves of a line is no entry: the state, which stands last, would be incomplete.
  const entries = text.matchAll(/^(-?\d+) (sending|created|not-created)$/gm);
  const states = new Map(Array.from(entries, ([, id = "", state]) => [BigInt(id), state as RowState]));
  if (text !== "" && !text.endsWith("\n")) {
    writeSync(file, "\n");
  }
  return {
    states,
    inDoubt: [...states.keys()].filter((id) => states.get(id) === "sending"),
    note(id, state) {
      writeSync(file, `${id} ${state}\n`);
      states.set(id, state);
    },
  };
}

/** Waits until the name of a new file is on the disk, too. */
function syncFolder(path: string): void {
  const folder = openSync(path, "r");
  fsyncSync(folder);
  closeSync(folder);
}
