import { tokenRedactor } from "../mocks/redact.ts";
import type { Served } from "../mocks/server/serve.ts";
import { turnEnd } from "../mocks/server/turn-end.ts";
import type { TextOutput } from "./io.ts";
import type { MockSettings } from "./mock-settings.ts";

/** Makes the function that writes a line for each request. No token stands in it, and no control character. */
export function createMockLog(
  { log, tokens }: MockSettings,
  output: TextOutput,
): ((served: Served) => void) | undefined {
  if (log === "silent") {
    return undefined;
  }
  const write = log === "json" ? jsonLine : textLine;
  const own = tokens.map((token) => new RegExp(`(?<!\\w)${token.replace(/[^\w]/g, "\\$&")}(?!\\w)`, "g"));
  let lines = "";
  const flush = () => {
    output.write(lines);
    lines = "";
  };
  return (served) => {
    // What is answered in one turn is written at once: a write costs as much as an answer.
    if (lines === "") {
      void turnEnd().then(flush);
    }
    const redactSent = tokenRedactor(served.exchange.headers);
    const redact = (text: string) => own.reduce((rest, token) => rest.replace(token, "[redacted]"), redactSent(text));
    lines += `${write(entryOf(served, redact))}\n`;
  };
}

interface Entry {
  readonly time: string;
  readonly method: string;
  readonly path: string;
  /** Absent where there was no answer. */
  readonly status?: number;
  readonly durationMs: number;
  /** Why there was none, or no plant. */
  readonly message?: string;
}

function entryOf({ exchange, answer, durationMs }: Served, redact: (text: string) => string): Entry {
  const status = answer?.status || undefined;
  const message = answer === undefined ? "the client did not wait" : messageOf(answer);
  return {
    time: new Date().toISOString(),
    method: exchange.method,
    path: redact(exchange.target),
    ...(status !== undefined && { status }),
    durationMs: Math.round(durationMs * 10) / 10,
    ...(message !== undefined && { message: redact(message) }),
  };
}

function messageOf(answer: NonNullable<Served["answer"]>): string | undefined {
  if (answer instanceof Response) {
    return answer.type === "error" ? "the connection was lost, as a fault or a reset wanted it" : undefined;
  }
  if (answer.status < 400 || answer.headers["content-type"] !== "application/json") {
    return undefined;
  }
  const { message } = JSON.parse(answer.body);
  return message;
}

function jsonLine(entry: Entry): string {
  return JSON.stringify(entry);
}

function textLine({ time, method, path, status, durationMs, message }: Entry): string {
  const text = `${time.slice(11, 19)} ${method} ${path} ${status ?? "-"} ${durationMs} ms${message ? ` ${message}` : ""}`;
  return text.replace(/\p{Cc}+/gu, " ");
}
