import { parseExactly } from "./exact-json.ts";
import type { Answer } from "./exchange.ts";
import type { Clause } from "./report.ts";

/** A clause that an answer breaks, and how. */
export interface Breach {
  readonly clause: Clause;
  readonly fault: string;
}

/** The fields of the plant that was sent, so far as they are what NewPlant wants them to be. */
export interface SentPlant {
  readonly id?: bigint | undefined;
  readonly name?: string | undefined;
  readonly tag?: string | undefined;
}

/** What the body of a 200 is: a Plant (I9, I4), or what keeps it from being one. */
export interface PlantReading {
  readonly breach?: Breach;
  /** What the interface is silent on: the Plant shows another name or tag than was sent. */
  readonly differs?: string;
}

/** Reads the body of a 200 against I9 and I4, and an id in it, which nobody asked for, against I5. */
export function readPlant(answer: Answer, sent: SentPlant): PlantReading {
  const json = readObject(answer, "I9");
  if ("clause" in json) {
    return { breach: json };
  }
  const { fields, digits } = json;
  if (typeof fields.name !== "string") {
    return { breach: { clause: "I4", fault: fieldFault(fields, "name", "a string") } };
  }
  if ("tag" in fields && typeof fields.tag !== "string") {
    return { breach: { clause: "I4", fault: "tag is no string" } };
  }
  if ("id" in fields && typeof fields.id !== "number") {
    return { breach: { clause: "I9", fault: "a Plant declares no id, and the one in the answer is no integer" } };
  }
  if ("id" in fields && sent.id !== undefined && !isSameInteger(String(digits.id), sent.id)) {
    return { breach: { clause: "I5", fault: `the id in the answer is not ${sent.id}, which was sent` } };
  }
  const differing = (["name", "tag"] as const).filter((key) => sent[key] !== undefined && fields[key] !== sent[key]);
  return differing.length > 0 ? { differs: `another ${differing.join(" and ")} than was sent` } : {};
}

/** Reads the body of a 400 against I10 and I6. */
export function findErrorBreach(answer: Answer): Breach | undefined {
  const json = readObject(answer, "I10");
  if ("clause" in json) {
    return json;
  }
  const { fields } = json;
  const { error, message } = fields;
  if (typeof error !== "number" || !Number.isInteger(error) || error !== (error | 0)) {
    return { clause: "I6", fault: fieldFault(fields, "error", "an int32") };
  }
  if (typeof message !== "string") {
    return { clause: "I6", fault: fieldFault(fields, "message", "a string") };
  }
  return undefined;
}

/** The fields that the interface knows, whatever they hold. */
type KnownFields = Readonly<Partial<Record<"id" | "name" | "tag" | "error" | "message", unknown>>>;

interface ObjectReading {
  readonly fields: KnownFields;
  /** The same, with the text of each number in its place. */
  readonly digits: KnownFields;
}

function readObject({ contentType, text }: Answer, clause: Clause): ObjectReading | Breach {
  if (!/^application\/json\s*(?:;|$)/i.test(contentType ?? "")) {
    return { clause, fault: "the content type is not application/json" };
  }
  if (text === undefined) {
    return { clause, fault: "the body is not UTF-8" };
  }
  try {
    const { value, digits } = parseExactly(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      // Of one text, so both are objects.
      return { fields: value, digits: digits as KnownFields };
    }
    return { clause, fault: "the body is no JSON object" };
  } catch {
    return { clause, fault: "the body is no JSON" };
  }
}

function fieldFault(fields: KnownFields, name: keyof KnownFields, type: string): string {
  return name in fields ? `${name} is not ${type}` : `${name} is missing`;
}

/** To JSON Schema, 1.0 and 1e0 are integers too. */
function isSameInteger(digits: string, id: bigint): boolean {
  return (
    digits === String(id) || (/[.eE]/.test(digits) && Number(digits) === Number(id) && Number.isSafeInteger(Number(id)))
  );
}
