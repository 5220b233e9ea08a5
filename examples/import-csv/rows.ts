import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { type NewPlant, parsePlantId } from "plant-store-sdk";

/** A plant to create, and the line of the file on which it begins. */
export type Row = { readonly line: number; readonly id: bigint; readonly newPlant: NewPlant };

/**
 * Reads a CSV file with the columns id, name and, if you like, tag. A row that can't be sent is told in `problems`.
 *
 * @throws when the file can't be read, lacks a column, or has a quote that nothing closes.
 */
export function readRows(path: string): { rows: Row[]; problems: string[] } {
  const rows = new Map<bigint, Row>();
  const problems: string[] = [];
  for (const { line, isUneven, id: digits, name, tag } of readRecords(path)) {
    const id = readId(digits);
    const twin = id === undefined ? undefined : rows.get(id);
    if (isUneven) {
      problems.push(`line ${line} is not sent: it has more or fewer fields than the header`);
    } else if (id === undefined) {
      problems.push(`line ${line} is not sent: its id, "${digits}", is no int64`);
    } else if (twin) {
      problems.push(`line ${line} is not sent: its id, ${id}, is that of line ${twin.line}`);
    } else {
      rows.set(id, { line, id, newPlant: { id, name, tag: tag || undefined } });
    }
  }
  return { rows: [...rows.values()], problems };
}

type CsvRow = { line: number; isUneven: boolean; id: string; name: string; tag?: string };

function readRecords(path: string): CsvRow[] {
  const text = readFileSync(path, "utf8").replaceAll("\r\n", "\n"); // within quotes, csv-parse counts \r\n as two lines
  return parse<CsvRow, Pick<CsvRow, "id" | "name" | "tag">>(text, {
    columns: (header: string[]) => {
      if (!header.includes("id") || !header.includes("name")) {
        throw new Error(`${path} must begin with the names of its columns: id,name,tag`);
      }
      return header;
    },
    bom: true,
    skip_empty_lines: true,
    relax_column_count: true,
    on_record(record, { lines, error }) {
      const line = lines - Object.values(record).join("").split("\n").length + 1; // `lines` counts to the row's end
      return { ...record, line, isUneven: error !== undefined };
    },
  });
}

function readId(digits: string): bigint | undefined {
  try {
    return parsePlantId(digits);
  } catch {
    return undefined;
  }
}
