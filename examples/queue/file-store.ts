import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import type { NewPlant } from "plant-store-sdk";
import type { Store } from "./send-queued.ts";

/** What became of a plant that isn't queued. */
interface PlantState {
  readonly id: string;
  /** When the state was written, in ISO 8601. */
  readonly time: string;
  /** The state and the reason: "sending", "created", "parked …" or "refused …". */
  readonly text: string;
  readonly isCreated: boolean;
}

type FileStore = Store<NewPlant> & { list(): Promise<PlantState[]> };

/**
 * A store for `sendQueued`: a folder with a file for each plant that isn't queued, named by its id. Other processes may use the
 * folder meanwhile. After a kill, the plants on their way are "sending".
 */
export function createFileStore(folder: string): FileStore {
  return {
    async claim({ id }) {
      await mkdir(folder, { recursive: true });
      const options = { flag: "wx", flush: true }; // fails if there is a file
      return writeFile(`${folder}/${id}`, "sending", options).then(() => true, unless("EEXIST", false));
    },
    async save({ id }, state, reason) {
      if (state === "queued") {
        await rm(`${folder}/${id}`);
        console.error(`${id} queued ${reason}`);
      } else {
        await writeFile(`${folder}/${id}`, `${state} ${reason}`, { flush: true });
      }
    },
    async list() {
      const states: PlantState[] = [];
      for (const id of await readdir(folder).catch(unless<string[]>("ENOENT", []))) {
        const path = `${folder}/${id}`;
        const read = Promise.all([readFile(path, "utf8"), stat(path)]);
        const [content, file] = await read.catch(unless("ENOENT", [])); // another process has queued it again
        if (content !== undefined && file) {
          const text = content.trim() || "sending"; // a kill may leave it empty
          states.push({ id, time: file.mtime.toISOString(), text, isCreated: /^created\b/.test(text) });
        }
      }
      return states;
    },
  };
}

/**
 * Prints which plants aren't created, how many are, and how many rows are queued. Unless all are created, the process exits with 1.
 */
export async function printNotCreated({ list }: FileStore, rows: readonly NewPlant[]): Promise<void> {
  const states = await list();
  const notCreated = states.filter(({ isCreated }) => !isCreated);
  const started = new Set(states.map(({ id }) => id));
  const queued = rows.filter(({ id }) => !started.has(String(id)));
  for (const { id, time, text } of notCreated) {
    console.log(`${id} ${time} ${text}`);
  }
  console.log(`created: ${states.length - notCreated.length}, queued: ${queued.length}`);
  if (notCreated.length + queued.length > 0) {
    process.exitCode = 1;
  }
}

/** Makes a handler of errors, which returns a value for this code, and throws the others. */
const unless =
  <T>(code: "EEXIST" | "ENOENT", value: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === code) {
      return value;
    }
    throw error;
  };
