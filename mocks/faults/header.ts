import { endSentence, InvalidInputError } from "../invalid-input.ts";
import { parseJson } from "../json.ts";
import { checkFault } from "./check.ts";
import type { Fault } from "./kinds.ts";

/** A header with a fault for its own request: the name of a fault, or a fault object as JSON. */
const FAULT_HEADER = "X-Mock-Fault";

/** The fault of the header, or what is wrong with it. */
export type HeaderFault =
  | { readonly fault: Fault; readonly problem?: never }
  | { readonly fault?: never; readonly problem: string };

export function readFaultHeader(headers: Headers): HeaderFault | undefined {
  const value = headers.get(FAULT_HEADER);
  if (value === null) {
    return undefined;
  }
  try {
    return { fault: checkFault(parseFault(value), FAULT_HEADER) };
  } catch (error) {
    return { problem: endSentence((error as InvalidInputError).message) };
  }
}

/** Parses the name of a fault, or JSON. Two headers arrive as one value with a comma, which is neither. */
function parseFault(value: string): unknown {
  const isName = !value.startsWith("{") && !value.includes(",");
  try {
    return isName ? value : parseJson(value);
  } catch {
    throw new InvalidInputError(`${FAULT_HEADER} must be the name of one fault, or one fault object as JSON`);
  }
}
