import type { Case, CaseKind, Topic } from "./cases.ts";
import type { Answer, NoAnswer } from "./exchange.ts";
import type { Judgement } from "./judge.ts";
import type { ConformanceRow, Verdict } from "./report.ts";

/**
 * The rows of a case: one for each topic, up to the one at which a clause is broken. Where that is none of its topics, it
 * has one row.
 */
export function writeRows(
  of: Case,
  reply: Answer | NoAnswer,
  { breach, silence }: Judgement,
  redact: (text: string) => string,
): ConformanceRow[] {
  const remark = breach?.fault ?? silence ?? "";
  const common = {
    sent: describeRequest(of, redact),
    expected: EXPECTED[of.kind],
    received: `${describeReply(reply, redact)}${remark === "" ? "" : ` (${remark})`}`,
  };
  const write = (topics: readonly Topic[], verdict: Verdict) =>
    topics.map((topic) => ({ ...topic, ...common, verdict }));

  const { topics } = of;
  if (breach) {
    const at = "reason" in reply ? -1 : topics.findIndex(({ clause }) => clause === breach.clause);
    const broken = topics[at] ?? { clause: breach.clause, title: of.title };
    return [...write(topics.slice(0, Math.max(at, 0)), "conforms"), ...write([broken], "violates")];
  }
  if (silence === undefined) {
    return write(topics, "conforms");
  }
  // Where the plant was taken as stated, it is the last look, at the Plant, that shows what is not stated.
  const isTaken = of.kind === "valid" && "status" in reply && reply.status === 200;
  return isTaken
    ? [...write(topics.slice(0, -1), "conforms"), ...write(topics.slice(-1), "not stated")]
    : write(topics.slice(0, 1), "not stated");
}

const EXPECTED: Readonly<Record<CaseKind, string>> = {
  valid: "200 and a Plant as application/json",
  invalid: "400 and an Error as application/json, where it fails",
  silent: "200 and a Plant, or 400 and an Error, as application/json",
  credentials: "nothing is stated, but that a 200 has a Plant, and a 400 an Error",
  elsewhere: "nothing is stated",
};

function describeRequest({ request: { path, headers, body } }: Case, redact: (text: string) => string): string {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${redact(value)}`);
  const text = typeof body === "object" ? new TextDecoder().decode(body) : (body ?? "no body");
  return toLine([`POST {base_url}${path}`, ...fields, text].join("; "));
}

function describeReply(reply: Answer | NoAnswer, redact: (text: string) => string): string {
  if ("reason" in reply) {
    return toLine(redact(reply.reason));
  }
  const { status, contentType, location, text = "bytes that are no UTF-8" } = reply;
  const parts = [status, ...(location === null ? [] : [`to ${location}`]), contentType ?? "no content type"];
  return toLine(redact([...parts, text === "" ? "no body" : text].join(", ")));
}

/** Longer texts are cut, in UTF-16 units: a row is for people. */
const MAX_TEXT = 300;

/** One line, in which nothing is left that a terminal would take for more than text. */
function toLine(text: string): string {
  const visible = text.slice(0, MAX_TEXT).replace(UNPRINTABLE, toEscape);
  return text.length > MAX_TEXT ? `${visible}…` : visible;
}

// Controls, marks that turn the direction of text, line separators, and a surrogate whose other half was cut off.
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\p{Cs}]/gu;

function toEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
