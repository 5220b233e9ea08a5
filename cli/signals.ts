import { constants } from "node:os";

/** Resolves at the first SIGINT or SIGTERM. A second one ends the process at once. */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    let isFirst = true;
    const onSignal = (signal: "SIGINT" | "SIGTERM") => {
      if (!isFirst) {
        process.exit(128 + constants.signals[signal]);
      }
      isFirst = false;
      resolve();
    };
    process.on("SIGINT", onSignal);
    process.on("SIGTERM", onSignal);
  });
}
