import { setImmediate } from "node:timers";

// Bound at import: responses must go out while a test has replaced the global timers with fake ones.
const later = setImmediate;

let end: Promise<void> | undefined;

/**
 * Resolves at the end of this turn of the event loop, when everything that has arrived was read. Responses that wait for it
 * are written together, because waking a sleeping client costs more than making its response.
 */
export function turnEnd(): Promise<void> {
  end ??= new Promise((resolve) => {
    later(() => {
      end = undefined;
      resolve();
    });
  });
  return end;
}
