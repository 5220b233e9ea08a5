/**
 * Creates the plants of a CSV file, four at a time. Interrupt it by Ctrl-C, a crash or a power cut: started again, it goes
 * on where it was, loses no row and repeats none. A row is known by its id; run one import of a file at a time.
 *
 *   npx tsx examples/import-csv.ts              # examples/data/plants.csv, offline
 *   npx tsx examples/import-csv.ts plants.csv   # to the service of PLANT_STORE_URL and PLANT_STORE_TOKEN
 *
 * In a journal for each service, plants.csv.plants.example.com.journal, it notes "1042 sending" before a request, and after
 * its answer "1042 created" or "1042 not-created". A row that breaks in between is in doubt: the plant may exist, which the
 * service can't be asked. So it is named, not sent: find out, and add "1042 created" or, to have it sent, "1042 not-created".
 */
import { devNull } from "node:os";
import { SingleBar } from "cli-progress";
import pMap from "p-map";
import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { journalPath, openJournal } from "./import-csv/journal.ts";
import { wasNeverSent } from "./import-csv/never-sent.ts";
import { type Row, readRows } from "./import-csv/rows.ts";

process.once("uncaughtException", ({ message }) => {
  console.error(message); // of a file that can't be read, or a variable that is missing
  process.exit(1);
});
const { PLANT_STORE_URL, PLANT_STORE_TOKEN = "" } = process.env;
const client = PLANT_STORE_URL
  ? createPlantStoreClient({ baseUrl: PLANT_STORE_URL, token: PLANT_STORE_TOKEN }) // without retries, which may repeat a row
  : createPlantStoreClient({ baseUrl: "https://mock.example.com", token: "any", fetch: createPlantStoreMock().fetch });
const file = process.argv[2] ?? "examples/data/plants.csv";
const { rows, problems } = readRows(file);
const { states, inDoubt, note } = openJournal(PLANT_STORE_URL ? journalPath(file, PLANT_STORE_URL) : devNull);
problems.push(...inDoubt.map((id) => `id ${id} is in doubt, from an earlier run`));
const todo = rows.filter(({ id }) => (states.get(id) ?? "not-created") === "not-created");

let isStopping = false;
process.on("SIGINT", () => {
  isStopping = true; // what is under way is finished. Not `once`: under npx tsx, a Ctrl-C comes twice
});
const bar = new SingleBar({ format: "{bar} {value} of {total} rows", linewrap: true }); // on terminals only
bar.start(todo.length, 0);
const send = async ({ line, id, newPlant }: Row): Promise<void> => {
  if (!isStopping) {
    note(id, "sending");
    try {
      const { error } = await client.createPlant(newPlant);
      note(id, error ? "not-created" : "created");
      problems.push(...(error ? [`line ${line}, id ${id}, is refused: ${error.message}`] : []));
    } catch (error) {
      isStopping = true; // or the rows after this one may be in doubt, too
      note(id, wasNeverSent(error) ? "not-created" : "sending");
      problems.push(`line ${line}, id ${id}, is ${wasNeverSent(error) ? "not sent" : "in doubt"}: ${error}`);
    }
    bar.increment();
  }
};
await pMap(todo, send, { concurrency: 4 });
bar.stop();
const created = rows.filter(({ id }) => states.get(id) === "created");
console.log([...problems, `${created.length} of ${rows.length} plants are created`].join("\n"));
process.exitCode = created.length === rows.length && problems.length === 0 ? 0 : 1;
