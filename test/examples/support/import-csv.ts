import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPlantStoreClient } from "plant-store-sdk";
import type { PlantStoreMock } from "plant-store-sdk/mocks";
import { onTestFinished } from "vitest";
import { httpFetch } from "../../../examples/import-csv/http-fetch.ts";
import { importRows } from "../../../examples/import-csv/import-rows.ts";
import { settle, writeInDoubt } from "../../../examples/import-csv/in-doubt.ts";
import { journalPath, openJournal } from "../../../examples/import-csv/journal.ts";
import { report } from "../../../examples/import-csv/report.ts";
import { readRows } from "../../../examples/import-csv/rows.ts";

export const COUNT = 100;
export const FIRST_ID = 9_007_199_254_740_993n;
export const IDS = Array.from({ length: COUNT }, (_, index) => FIRST_ID + BigInt(index));
export const CSV = ["id,name,tag", ...IDS.map((id) => `${id},"Plant ${id}",import`), ""].join("\n");

export async function newFile(content: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "import-csv-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "plants.csv");
  await writeFile(path, content);
  return path;
}

export async function importFile(file: string, baseUrl: string, how?: string): Promise<string[]> {
  const { rows, skipped } = await readRows(file);
  const journal = await openJournal(journalPath(file, baseUrl));
  try {
    if (how !== undefined) {
      await settle(journal, how);
    }
    const client = createPlantStoreClient({ baseUrl, token: "any-token", fetch: httpFetch });
    const results = await importRows(rows, { journal, client, stop: new AbortController() });
    writeInDoubt(journal, results);
    return report(skipped, results, "the-file");
  } finally {
    await journal.close();
  }
}

export const sorted = (ids: readonly bigint[]) => [...ids].sort((a, b) => (a < b ? -1 : 1));
export const createdIds = ({ plants }: PlantStoreMock) => sorted(plants.all().map(({ id }) => id));
export const sentIds = ({ requests }: PlantStoreMock) => requests.map(({ newPlant }) => newPlant?.id);

/** The header is on line 1. */
export const toLine = (id: bigint) => Number(id - FIRST_ID) + 2;
