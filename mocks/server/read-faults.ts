import { safeParse } from "valibot";
import { errorSchema } from "../../src/schemas.ts";
import { type Fault, isStatusWithBody, NAMED_FAULTS } from "../faults.ts";
import { ControlError } from "./control-error.ts";

/**
 * Reads one fault, or a list of them, from JSON whose integers are `bigint`.
 *
 * @throws {ControlError} when one is none. A function can't be sent.
 */
export function readFaults(json: unknown): Fault[] {
  return Array.isArray(json)
    ? json.map((item, index) => readFault(item, `faults[${index}]`))
    : [readFault(json, "fault")];
}

function readFault(json: unknown, name: string): Fault {
  if (NAMED_FAULTS.includes(json)) {
    return json as Fault;
  }
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    throw new ControlError(
      `${name} must be "connection", "timeout", "malformed", "html", {"delayMs": 250} or {"error": 7, "message": "…", "status": 503}.`,
    );
  }
  const fields = new Map<string, unknown>(Object.entries(json).map(([key, value]) => [key, toNumber(value)]));
  return fields.has("delayMs") ? readDelay(fields, name) : readError(fields, name);
}

function readDelay(fields: ReadonlyMap<string, unknown>, name: string): Fault {
  refuseOthers(fields, ["delayMs"], name);
  const delayMs = fields.get("delayMs");
  if (!(typeof delayMs === "number" && delayMs >= 0 && delayMs < 2 ** 31)) {
    throw new ControlError(`${name}: delayMs must be a number of milliseconds, from 0 to 2147483647.`);
  }
  return { delayMs };
}

function readError(fields: ReadonlyMap<string, unknown>, name: string): Fault {
  refuseOthers(fields, ["error", "message", "status"], name);
  const { success, output, issues } = safeParse(errorSchema, Object.fromEntries(fields));
  if (!success) {
    throw new ControlError(`${name}: ${issues.map(({ message }) => message).join("; ")}.`);
  }
  const status = fields.get("status");
  if (status === undefined) {
    return output;
  }
  if (!isStatusWithBody(status)) {
    throw new ControlError(`${name}: status must be an integer from 200 to 599 that allows a body.`);
  }
  return { ...output, status };
}

function refuseOthers(fields: ReadonlyMap<string, unknown>, known: readonly string[], name: string): void {
  const others = [...fields.keys()].filter((field) => !known.includes(field));
  if (others.length > 0) {
    throw new ControlError(
      `${name}: there is no field ${others.map((field) => JSON.stringify(field)).join(", ")} beside ${known.join(", ")}.`,
    );
  }
}

const toNumber = (value: unknown): unknown => (typeof value === "bigint" ? Number(value) : value);
