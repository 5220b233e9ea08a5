import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { type NewPlant, newPlantFormSchema } from "plant-store-sdk";

export type Row = { readonly line: number; readonly id: bigint; readonly newPlant: NewPlant };

export type SkippedRow = { readonly line: number; readonly reason: string; readonly details: string };

export async function readRows(path: string): Promise<{ rows: Row[]; skipped: SkippedRow[] }> {
  const rows = new Map<bigint, Row>();
  const skipped: SkippedRow[] = [];
  for (const { line, isUneven, ...texts } of readRecords(path)) {
    const input = await newPlantFormSchema["~standard"].validate(texts);
    if (isUneven) {
      skipped.push({ line, reason: "wrong number of fields", details: "it doesn't have the fields of the header" });
    } else if (input.issues) {
      const [field] = input.issues.flatMap(({ path = [] }) => path);
      const details = input.issues.map(({ message }) => message).join("; ");
      skipped.push({ line, reason: `invalid ${String(field)}`, details });
    } else {
      const { id } = input.value;
      const twin = rows.get(id);
      if (twin) {
        skipped.push({ line, reason: "duplicate id", details: `line ${twin.line} has the id ${id} too` });
      } else {
        rows.set(id, { line, id, newPlant: input.value });
      }
    }
  }
  return { rows: [...rows.values()], skipped };
}

type CsvRow = { line: number; isUneven: boolean; id: string; name: string; tag?: string };

function readRecords(path: string): CsvRow[] {
  const text = readFileSync(path, "utf8").replaceAll("\r\n", "\n"); // csv-parse counts a quoted \r\n as two lines
  return parse<CsvRow, { record: Pick<CsvRow, "id" | "name" | "tag">; raw: string }>(text, {
    columns: (header: string[]) => {
      if (!header.includes("id") || !header.includes("name")) {
        throw new Error(`${path} must start with the names of its columns: id,name,tag`);
      }
      return header;
    },
    bom: true,
    skip_empty_lines: true,
    relax_column_count: true,
    raw: true,
    on_record({ record, raw }, { lines, error }) {
      const line = lines - raw.trim().split("\n").length + 1; // lines counts up to the end of the record
      return { ...record, line, isUneven: error !== undefined };
    },
  });
}
