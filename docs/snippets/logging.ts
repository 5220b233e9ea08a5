import type { Hooks } from "plant-store-sdk";

/** Takes pino as it is. For winston and console, swap the parameters. */
type Log = (fields: object, message: string) => void;
type Logger = Record<"debug" | "info" | "warn" | "error", Log>;

/** Logs each attempt: failures that may have created the plant as errors, others as warnings. */
export function logging(logger: Logger): Hooks {
  return {
    onRequest({ id, attempt, url }) {
      logger.debug({ id, attempt, url }, "sending a plant");
    },
    onResponse({ id, attempt, response, durationMs, mayHaveBeenCreated }) {
      const { ok, status } = response;
      const level = ok ? "info" : mayHaveBeenCreated ? "error" : "warn";
      logger[level]({ id, attempt, status, durationMs, mayHaveBeenCreated }, "the service responded");
    },
    onError({ id, attempt, error, durationMs, mayHaveBeenCreated }) {
      const level = mayHaveBeenCreated ? "error" : "warn";
      logger[level]({ id, attempt, reason: error.name, durationMs, mayHaveBeenCreated }, "no response");
    },
  };
}
