import type { Redact } from "../../shared/token.ts";
import { endSentence, InvalidInputError } from "../core/failures.ts";
import type { MockRequest } from "../core/request.ts";
import { checkFault } from "./check-fault.ts";
import type { CheckedFault } from "./kinds.ts";
import { parseFaultText } from "./read-faults.ts";

/** A header with a fault for its own request: the name of a fault, a status, or a fault object as JSON. */
const FAULT_HEADER = "X-Mock-Fault";

/** The fault of the header, or what is wrong with it. */
export type HeaderFault =
  | { readonly fault: CheckedFault; readonly problem?: never }
  | { readonly fault?: never; readonly problem: string };

export function readFaultHeader({ headers, redact }: MockRequest): HeaderFault | undefined {
  const value = headers[FAULT_HEADER.toLowerCase()];
  if (value === undefined) {
    return undefined;
  }
  try {
    return { fault: checkFault(parseHeader(value, redact), FAULT_HEADER, "json") };
  } catch (error) {
    const { message } = error as InvalidInputError;
    // The message quotes a part of the value, in which a part of the token couldn't be redacted.
    const isQuotable = redact(value) === value;
    return {
      problem: isQuotable
        ? endSentence(message)
        : `${FAULT_HEADER} isn't a fault. It isn't quoted here, since it may contain the access token.`,
    };
  }
}

/** Parses the value. Two headers arrive as one value with a comma, which is neither a name, a status nor JSON. */
function parseHeader(value: string, redact: Redact): unknown {
  const problem = `${FAULT_HEADER} must be one fault: a name, a status, or an object as JSON`;
  let fault: unknown;
  try {
    fault = parseFaultText(value, redact);
  } catch (error) {
    throw new InvalidInputError(`${problem}: ${(error as InvalidInputError).message}`);
  }
  if (Array.isArray(fault) || (typeof fault === "string" && fault.includes(","))) {
    throw new InvalidInputError(problem);
  }
  return fault;
}
