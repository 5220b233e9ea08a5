import { closeSync, fsyncSync, openSync, readFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { devNull } from "node:os";
import { dirname } from "node:path";

export type RowState = "sending" | "created" | "not-created" | "again";

export interface Journal {
  readonly path: string;
  readonly states: ReadonlyMap<bigint, RowState>;
  /** Adds an entry. Entries reach the disk in order; the promise resolves when this one has. */
  write(id: bigint, state: RowState): Promise<void>;
  close(): Promise<void>;
}

export function journalPath(file: string, baseUrl: string): string {
  const { host, pathname } = new URL(baseUrl);
  return `${file}.${encodeURIComponent(host + pathname.replace(/\/+$/, ""))}.journal`;
}

export async function openJournal(path: string): Promise<Journal> {
  const file = await open(path, "as+"); // each write waits for the disk
  if (path !== devNull && process.platform !== "win32") {
    const folder = openSync(dirname(path), "r");
    fsyncSync(folder); // so that the name of a new file is on the disk too; Windows can't sync a folder
    closeSync(folder);
  }
  const text = readFileSync(path, "utf8");
  if (text !== "" && !text.endsWith("\n")) {
    await file.appendFile("\n");
  }
  // The state comes last, so a line that a power cut truncated doesn't match.
  const entries = text.matchAll(/^(-?\d+) (sending|created|not-created|again)$/gm);
  const states = new Map(Array.from(entries, ([, id = "", state]) => [BigInt(id), state as RowState]));
  let waiting: string[] = [];
  let lastWrite = Promise.resolve();
  const writeWaiting = (): Promise<void> => {
    const lines = waiting.join("");
    waiting = [];
    return file.appendFile(lines);
  };
  return {
    path,
    states,
    write(id, state) {
      states.set(id, state);
      waiting.push(`${id} ${state}\n`);
      if (waiting.length === 1) {
        lastWrite = lastWrite.then(writeWaiting);
      }
      return lastWrite;
    },
    close: () => lastWrite.then(() => file.close()),
  };
}
