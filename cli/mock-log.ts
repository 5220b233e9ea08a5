import { HEALTH_PATH } from "../mocks/app/control-routes.ts";
import { SNAPSHOT_PATH } from "../mocks/app/snapshot.ts";
import type { OnServed, ServedRequest } from "../mocks/server/adapter.ts";
import { isLost, type LostReply } from "../mocks/wire/reply.ts";
import { toJson } from "../shared/json.ts";
import { toSafeLine } from "../shared/text.ts";
import type { TextOutput } from "./command.ts";
import type { MockSettings } from "./mock-settings.ts";

const MAX_WAITING_BYTES = 2 ** 20;
const MAX_TEXT_LENGTH = 2_000;

/** Creates a function that logs a request on one line, without its headers. */
export function createMockLog(log: MockSettings["log"], output: TextOutput): OnServed | undefined {
  if (log === "silent") {
    return undefined;
  }
  const toLine = log === "json" ? toJson : toTextLine;
  return (served) => {
    // A reader that is too slow loses lines, instead of filling the memory.
    if (!isRoutine(served) && (output.writableLength ?? 0) < MAX_WAITING_BYTES) {
      output.write(`${toLine(toEntry(served))}\n`);
    }
  };
}

/** Recognizes health checks, and what the page asks for once a second, unless the mock refuses them. */
const isRoutine = ({ request, reply }: ServedRequest): boolean =>
  [HEALTH_PATH, SNAPSHOT_PATH].includes(request.target.replace(/\?.*/s, "")) && (isLost(reply) || reply.status < 400);

function toEntry({ request, reply, durationMs }: ServedRequest) {
  const { method, target } = request;
  const { record } = reply;
  const { status, message } = isLost(reply) ? { status: undefined, message: describeLoss(reply) } : reply;
  return {
    time: new Date().toISOString(),
    method,
    path: toSafeLine(target, MAX_TEXT_LENGTH),
    status,
    durationMs: Math.round(durationMs * 10) / 10,
    id: record?.newPlant?.id,
    created: record?.created,
    fault: record?.fault,
    message: message === undefined ? undefined : toSafeLine(message, MAX_TEXT_LENGTH),
  };
}

type LogEntry = ReturnType<typeof toEntry>;

const describeLoss = ({ lost }: LostReply): string =>
  `The ${lost === "left" ? "client" : "mock"} closed the connection.`;

function toTextLine({ time, method, path, status, durationMs, id, created, fault, message }: LogEntry) {
  const parts = [
    // The local time, as on the page.
    new Date(time).toLocaleTimeString("en-GB"),
    method,
    path,
    status ?? "-",
    `${durationMs} ms`,
    ...(id === undefined ? [] : [`id ${id}`]),
    ...(created ? ["created"] : []),
    ...(fault === undefined ? [] : [`fault: ${fault}`]),
    ...(message === undefined ? [] : [message]),
  ];
  return parts.join(" ");
}
