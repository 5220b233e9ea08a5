import { type NewPlant, newPlantSchema, PlantStoreInputError, parsePlantId } from "plant-store-sdk";

/** What stands in the fields, as text. */
export type PlantText = Readonly<Record<"name" | "tag" | "id", string>>;

/** What is wrong, by field. */
export type FieldIssues = Readonly<Partial<Record<string, string>>>;

/** Reads the fields as a NewPlant. An empty field is an absent one. The id is exact, however many digits it has. */
export async function readPlant(
  text: PlantText,
): Promise<{ plant: NewPlant; issues?: never } | { plant?: never; issues: FieldIssues }> {
  const { id, issue } = readId(text.id.trim());
  const result = await newPlantSchema["~standard"].validate({
    ...(id !== undefined && { id }),
    ...(text.name && { name: text.name }),
    ...(text.tag && { tag: text.tag }),
  });
  if (result.issues === undefined) {
    return { plant: result.value };
  }
  const issues = result.issues.map(({ path, message }) => {
    const segment = path?.[0];
    return [String(typeof segment === "object" ? segment.key : segment), sentence(message)];
  });
  return { issues: { ...Object.fromEntries(issues), ...(issue && { id: sentence(`id ${issue}`) }) } };
}

function readId(text: string): { id?: bigint; issue?: string | undefined } {
  if (text === "") {
    return {};
  }
  try {
    return { id: parsePlantId(text) };
  } catch (error) {
    if (error instanceof PlantStoreInputError) {
      return { issue: error.issues[0]?.message };
    }
    throw error;
  }
}

const sentence = (message: string): string => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
