import { createCall as createPlainCall } from "./by-hand-no-deadline.mjs";
import { withDeadline } from "./deadline.mjs";

/** The least that does the job, and the limit that the others are measured against. */
export function createCall(options) {
  const call = createPlainCall(options);
  return (newPlant) => withDeadline((signal) => call(newPlant, signal));
}
