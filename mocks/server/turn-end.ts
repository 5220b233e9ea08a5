import { setImmediate } from "node:timers";

// Not the global one, nor one looked up later: a test that puts its own timers in place still wants its answers.
const later = setImmediate;

let end: Promise<void> | undefined;

/**
 * Resolves at the end of this turn of the event loop, when all that had arrived has been read. Answers that wait for it go
 * out together: to wake a client that sleeps takes longer than to make its answer, and one that is awake needs no waking.
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
