import { readFileSync } from "node:fs";
import { type InfoCallback, parse } from "csv-parse/sync";
import { type NewPlant, parseNewPlantForm } from "plant-store-sdk";

/** Reads plants from a CSV file, each as from a form. Throws if one is invalid, or has the id of another. */
export function readCsv(file: string): NewPlant[] {
  const plants = new Map<bigint, NewPlant>();
  const lines = new Map<bigint, number>();
  const problems: string[] = [];
  const columns = (names: string[]) => names.map((name) => name.toLowerCase()); // otherwise, "Tag" would be left out
  const options = { columns, info: true, skip_empty_lines: true, trim: true } as const;
  for (const { record, info } of parse<{ record: object; info: InfoCallback }>(readText(file), options)) {
    const { value: plant, issues = [] } = parseNewPlantForm(record);
    problems.push(...issues.map(({ message }) => `line ${info.lines}: ${message}`));
    if (plant && plants.has(plant.id)) {
      problems.push(`line ${info.lines}: id ${plant.id} is also in line ${lines.get(plant.id)}`);
    } else if (plant) {
      plants.set(plant.id, plant);
      lines.set(plant.id, info.lines);
    }
  }
  if (problems.length > 0) {
    throw new Error(`${file} needs the columns id and name, and may have tag:\n${problems.join("\n")}`);
  }
  return [...plants.values()];
}

function readText(file: string): string {
  const bytes = readFileSync(file);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Error(`${file} isn't UTF-8`, { cause });
  }
}
