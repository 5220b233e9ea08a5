import { openSync, readFileSync, writeSync } from "node:fs";

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

/** Opens a journal, or begins one. */
export function openJournal(path: string): Journal {
  const file = openSync(path, "as+"); // append, and wait for the disk at each write
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
