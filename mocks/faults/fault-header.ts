import { endSentence, type InvalidInputError } from "../wire/failures.ts";
import type { MockRequest } from "../wire/request.ts";
import { checkFault } from "./check-fault.ts";
import type { CheckedFault } from "./kinds.ts";
import { parseFaultText } from "./read-faults.ts";

/** A header with a fault for its own request: the name of a fault, a status, or a fault object as JSON. */
const FAULT_HEADER = "X-Mock-Fault";

type HeaderFault =
  | { readonly fault: CheckedFault; readonly problem?: never }
  | { readonly fault?: never; readonly problem: string };

/** Returns the fault of the header, or what is wrong with it. */
export function readFaultHeader({ headers }: MockRequest): HeaderFault | undefined {
  const value = headers[FAULT_HEADER.toLowerCase()];
  if (value === undefined) {
    return undefined;
  }
  try {
    return { fault: checkFault(parseFaultText(value), "fault", "json") };
  } catch (error) {
    return { problem: endSentence(`Invalid ${FAULT_HEADER}: ${(error as InvalidInputError).message}`) };
  }
}
