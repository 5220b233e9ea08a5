import type { Clause } from "./report.ts";
import type { CaseResponse } from "./send.ts";

/** A clause that a response violates, and how. */
export interface Breach {
  readonly clause: Clause;
  readonly reason: string;
}

/** The fields of the plant that was sent, as far as they have the type that a NewPlant requires. */
export interface SentPlant {
  readonly id?: bigint | undefined;
  readonly name?: string | undefined;
  readonly tag?: string | undefined;
}

/** The fields that the contract defines. The suite has checks of its own, so it doesn't use the schemas. */
type Fields = Readonly<Partial<Record<"id" | "name" | "tag" | "error" | "message", unknown>>>;

interface JsonObject {
  readonly fields: Fields;
  /** The fields again, each number as the text that was received: JSON.parse reads 2^53 and 2^53 + 1 as one number. */
  readonly exact: Fields;
}

/** Reads the body of a 200 (I9) or a 400 (I10) response as a JSON object. */
export function readObject(response: CaseResponse, clause: "I9" | "I10"): JsonObject | Breach {
  const kind = clause === "I9" ? 200 : 400;
  if (!/^application\/json\s*(?:;|$)/i.test(response.headers.get("content-type") ?? "")) {
    return { clause, reason: `the ${kind} response isn't application/json` };
  }
  if (response.text === undefined) {
    return { clause, reason: `the ${kind} body isn't UTF-8` };
  }
  try {
    const value: unknown = JSON.parse(response.text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? { fields: value, exact: JSON.parse(quoteNumbers(response.text)) }
      : { clause, reason: `the ${kind} body isn't a JSON object` };
  } catch {
    return { clause, reason: `the ${kind} body isn't JSON` };
  }
}

/** Checks a Plant (I4), and an id in it, which the contract doesn't define for a Plant (I9, I5). */
export function findPlantBreach({ fields, exact }: JsonObject, sent: SentPlant): Breach | undefined {
  if (typeof fields.name !== "string") {
    return { clause: "I4", reason: `the 200 body isn't a Plant: ${fieldProblem(fields, "name", "a string")}` };
  }
  if ("tag" in fields && typeof fields.tag !== "string") {
    return { clause: "I4", reason: "the 200 body isn't a Plant: tag is not a string" };
  }
  if ("id" in fields && typeof fields.id !== "number") {
    return { clause: "I9", reason: "the id in the 200 body is not an integer, and a Plant declares no id" };
  }
  if ("id" in fields && sent.id !== undefined && !isSameInteger(String(exact.id), sent.id)) {
    return { clause: "I5", reason: "the id in the response isn't the id that was sent" };
  }
  return undefined;
}

/** The fields of a Plant that differ from what was sent. */
export function differingFields({ fields }: JsonObject, sent: SentPlant): string[] {
  return (["name", "tag"] as const).filter((key) => sent[key] !== undefined && fields[key] !== sent[key]);
}

/** Checks the body of a 400 response (I10, I6). */
export function findErrorBreach(response: CaseResponse): Breach | undefined {
  const object = readObject(response, "I10");
  if ("clause" in object) {
    return object;
  }
  const { error, message } = object.fields;
  if (typeof error !== "number" || error !== (error | 0)) {
    return { clause: "I6", reason: `the 400 body isn't an Error: ${fieldProblem(object.fields, "error", "an int32")}` };
  }
  if (typeof message !== "string") {
    return {
      clause: "I6",
      reason: `the 400 body isn't an Error: ${fieldProblem(object.fields, "message", "a string")}`,
    };
  }
  return undefined;
}

function fieldProblem(fields: Fields, name: keyof Fields, type: string): string {
  return name in fields ? `${name} is not ${type}` : `${name} is missing`;
}

/** Puts each number of a JSON text in quotes. It doesn't match whole strings, which overflows the stack if they're long. */
function quoteNumbers(text: string): string {
  let isInString = false;
  return text.replace(/\\.|"|-?\d[\d.eE+-]*/g, (token) => {
    if (token === '"') {
      isInString = !isInString;
    }
    return isInString || /^[\\"]/.test(token) ? token : `"${token}"`;
  });
}

/** In JSON Schema, 1.0 and 1e0 are integers too. */
function isSameInteger(digits: string, id: bigint): boolean {
  return (
    digits === String(id) || (/[.eE]/.test(digits) && Number(digits) === Number(id) && Number.isSafeInteger(Number(id)))
  );
}
