import { SESSION_HEADER } from "../mocks/app/sessions.ts";
import type { MockHeaders } from "../mocks/messages.ts";
import { receivedTokens } from "../mocks/requests.ts";
import { type ServedRequest, turnEnd } from "../mocks/server/respond.ts";
import { toJson } from "../src/shared/json.ts";
import { createRedactor } from "../src/shared/redact.ts";
import { escapeUnprintable, toSafeLine } from "../src/shared/text.ts";
import type { TextOutput } from "./command.ts";
import type { MockSettings } from "./mock-settings.ts";

const MAX_WAITING_BYTES = 2 ** 20;
const MAX_TEXT_LENGTH = 2_000;

export function createMockLog(
  { log, tokens }: Pick<MockSettings, "log" | "tokens">,
  output: TextOutput,
): ((served: ServedRequest) => void) | undefined {
  if (log === "silent") {
    return undefined;
  }
  const toLine = log === "json" ? toJsonLine : toTextLine;
  const toTextFor = cacheTextFunction(tokens);
  let lines = "";
  const flush = () => {
    if ((output.writableLength ?? 0) < MAX_WAITING_BYTES) {
      output.write(lines);
    }
    lines = "";
  };
  return (served) => {
    // Requests of one turn share a write, since a write costs as much as a response.
    if (lines === "") {
      void turnEnd().then(flush);
    }
    lines += `${toLine(toEntry(served, toTextFor(served.request.headers)))}\n`;
  };
}

/** Caches the last redactor, since creating one takes as long as a response. */
function cacheTextFunction(tokens: readonly string[]): (headers: MockHeaders) => (text: string) => string {
  let lastAuthorization: string | null | undefined;
  let toText = (text: string) => text;
  return (headers) => {
    const authorization = headers.get("authorization");
    if (authorization !== lastAuthorization) {
      lastAuthorization = authorization;
      const redact = createRedactor([...tokens, ...receivedTokens(headers)]);
      toText = (text) => toSafeLine(redact(text), MAX_TEXT_LENGTH);
    }
    return toText;
  };
}

function toEntry({ request, response, durationMs }: ServedRequest, toText: (text: string) => string) {
  const { method, target, headers, plantId } = request;
  const session = headers.get(SESSION_HEADER);
  const message = describeFailure(response);
  return {
    time: new Date().toISOString(),
    method,
    path: toText(target),
    session: session ? toText(session) : undefined,
    status: response?.status || undefined,
    durationMs: Math.round(durationMs * 10) / 10,
    id: plantId,
    message: message === undefined ? undefined : toText(message),
  };
}

type LogEntry = ReturnType<typeof toEntry>;

function describeFailure(response: ServedRequest["response"]): string | undefined {
  if (response === undefined) {
    return "The client closed the connection.";
  }
  if (response instanceof Response) {
    return response.type === "error" ? "The mock dropped the connection (fault or reset)." : undefined;
  }
  const isError = response.status >= 400 && response.headers["content-type"] === "application/json";
  return isError ? JSON.parse(response.body).message : undefined;
}

const toJsonLine = (entry: LogEntry): string => escapeUnprintable(toJson(entry));

function toTextLine({ time, method, path, session, status, durationMs, id, message }: LogEntry): string {
  const where = session === undefined ? path : `${path} [${session}]`;
  const plant = id === undefined ? "" : ` id ${id}`;
  const why = message === undefined ? "" : ` ${message}`;
  return `${time.slice(11, 19)} ${method} ${where} ${status ?? "-"} ${durationMs} ms${plant}${why}`;
}
