import { type NewPlant, parseNewPlantForm } from "plant-store-sdk";

/** An id in digits, which JSON.parse would round. It can't match within a string, where JSON writes `\"id\"`. */
const ID_IN_DIGITS = /("id"\s*:\s*)(-?\d+)(?=\s*[,}])/g;

/** Reads a line of JSON for each plant. Throws an error that lists every problem, such as an id that is used twice. */
export function readPlants(text: string, queuedIds: readonly string[]): NewPlant[] {
  const places = new Map(queuedIds.map((id) => [id, "the queue"]));
  const plants: NewPlant[] = [];
  const problems: string[] = [];
  for (const [index, json] of text.split("\n").entries()) {
    if (json.trim() === "") {
      continue;
    }
    const line = `line ${index + 1}`;
    const { value, issues } = parsePlant(json);
    if (!value) {
      problems.push(...issues.map(({ message, path = [] }) => `${[line, ...path].join(", ")}: ${message}`));
      continue;
    }
    const id = String(value.id);
    const place = places.get(id);
    if (place) {
      problems.push(`${line}, id: ${place} has the id ${id} too`);
    }
    places.set(id, place ?? line);
    plants.push(value);
  }
  if (problems.length > 0) {
    throw new Error(["Nothing was added:", ...problems].join("\n  "));
  }
  return plants;
}

function parsePlant(json: string): ReturnType<typeof parseNewPlantForm> {
  try {
    return parseNewPlantForm(JSON.parse(json.replaceAll(ID_IN_DIGITS, '$1"$2"')));
  } catch (error) {
    return { issues: [{ code: "format", message: (error as Error).message }] };
  }
}
