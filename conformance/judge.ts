import { ERROR_FIELDS, type FieldRule, PLANT_FIELDS } from "./fields.ts";
import type { Clause, Verdict } from "./report.ts";
import type { CaseResponse, Outcome } from "./send.ts";

/** What the responses so far show about the service. */
export interface Service {
  /** The status of the response to the smallest NewPlant. `undefined` unless it is a success. */
  readonly successStatus: number | undefined;
  readonly acceptedPrevious: boolean;
  readonly rejectsUsedIds: boolean;
}

/** The parts of a case that affect the verdict. */
export interface Sent {
  /** The clause that a service violates if it accepts the smallest NewPlant and rejects this one. */
  readonly clause: Clause;
  readonly plant: Fields;
  /** Whether earlier runs sent the same id. */
  readonly hasFixedId?: boolean;
  /** What a wrong status means if the case before it didn't fail. */
  readonly wrongStatusMeans?: string;
}

interface Breach {
  readonly clause: Clause;
  readonly reason: string;
  /** Every response of the service has it, such as a 201, so only the first case with it gets a row. */
  readonly isSystematic?: boolean;
}

interface Judgement {
  readonly breaches: readonly Breach[];
  /** Why the contract doesn't decide on the response. */
  readonly whyUndefined?: string | undefined;
}

interface Kind {
  /** The response that conforms, in words. */
  readonly expected: string;
  judge(sent: Sent, outcome: Outcome, service: Service): Judgement;
}

const ACCEPTED = "accepted: the contract doesn't state that this fails";
const EITHER = "both 200 and 400 conform";
const REJECTED = "rejected: an earlier run may have used this id, and the service rejects ids in use";

export const KINDS: Readonly<Record<"valid" | "invalid" | "open" | "credentials" | "elsewhere", Kind>> = {
  valid: {
    expected: "200 and a Plant, as application/json",
    judge(sent, outcome, { successStatus, acceptedPrevious, rejectsUsedIds }) {
      if (isSuccess(outcome)) {
        return judgeSuccess(sent, outcome, "I11");
      }
      if (sent.hasFixedId && rejectsUsedIds && isRejection(outcome)) {
        return judgeFailure(outcome, "I12", REJECTED);
      }
      const clause = successStatus === undefined ? "I11" : sent.clause;
      return fails(outcome, clause, acceptedPrevious ? sent.wrongStatusMeans : undefined);
    },
  },
  invalid: {
    expected: "400 and an Error, as application/json, if it fails",
    judge(sent, outcome, { successStatus }) {
      // I11 is about valid bodies. It's used here too, so that a service with one wrong success status has one cause.
      return isSuccess(outcome)
        ? judgeSuccess(sent, outcome, outcome.status === successStatus ? "I11" : "I9", ACCEPTED)
        : judgeFailure(outcome, "I12");
    },
  },
  open: {
    expected: "200 and a Plant, or 400 and an Error, as application/json",
    judge(sent, outcome, { successStatus }) {
      return isSuccess(outcome)
        ? judgeSuccess(sent, outcome, "I11", EITHER)
        : judgeFailure(outcome, successStatus === undefined ? "I11" : "I12", EITHER);
    },
  },
  credentials: {
    expected: "not stated, but a 200 has a Plant and a 400 an Error, as application/json",
    judge(sent, outcome, service) {
      return hasStatus(outcome, 200) || isBadRequest(outcome)
        ? KINDS.invalid.judge(sent, outcome, service)
        : { breaches: [], whyUndefined: "the contract doesn't define the response to a missing or invalid token" };
    },
  },
  elsewhere: {
    expected: "not stated",
    judge: () => ({ breaches: [], whyUndefined: "the contract doesn't define other paths" }),
  },
};

/** What a row of the report is about. */
export interface Topic {
  readonly clause: Clause;
  readonly title: string;
}

/** Another clause that the response to a case can confirm. */
export interface SideTopic extends Topic {
  isShownBy(outcome: Outcome, breaches: readonly Breach[]): boolean;
}

export interface Finding extends Topic {
  readonly verdict: Verdict;
  readonly reason: string | null;
  readonly isSystematic?: boolean;
}

/** Makes the rows of a case. Its own topic has one unless the response has a breach that isn't systematic. */
export function toFindings(
  caseTitle: string,
  topic: Topic,
  sideTopics: readonly SideTopic[],
  outcome: Outcome,
  { breaches, whyUndefined }: Judgement,
): Finding[] {
  const findings = sideTopics
    .filter((side) => !breaches.some(({ clause }) => clause === side.clause) && side.isShownBy(outcome, breaches))
    .map(({ clause, title }): Finding => ({ clause, title, verdict: "conforms", reason: null }));
  if (breaches.every(({ isSystematic }) => isSystematic)) {
    const verdict = whyUndefined === undefined ? "conforms" : "not stated";
    findings.push({ ...topic, verdict, reason: whyUndefined ?? null });
  }
  for (const breach of breaches) {
    const { title } = [topic, ...sideTopics].find(({ clause }) => clause === breach.clause) ?? { title: caseTitle };
    findings.push({ ...breach, title, verdict: "violates" });
  }
  return findings;
}

/** Judges a Plant with another success status as if the status were 200. */
function judgeSuccess({ plant }: Sent, response: CaseResponse, statusClause: Clause, whyUndefined?: string): Judgement {
  const { status, text } = response;
  const { fields, breaches } = readRecord(response, PLANT);
  const wrongStatus = { clause: statusClause, reason: `status ${status} instead of 200`, isSystematic: !!fields };
  if (fields === undefined) {
    return { breaches: status === 200 ? breaches : [wrongStatus] };
  }
  const differing = Object.entries(PLANT_FIELDS)
    .filter(([name, { isValid }]) => isValid(plant[name]) && fields[name] !== plant[name])
    .map(([name]) => name)
    .join(" and ");
  const another = `the Plant has another ${differing} than was sent: the contract doesn't state which Plant is returned`;
  return {
    breaches: [...(status === 200 ? [] : [wrongStatus]), ...breaches, ...findIdBreaches(fields, text, plant.id)],
    whyUndefined: whyUndefined ?? (differing ? another : undefined),
  };
}

function judgeFailure(outcome: Outcome, otherwiseViolates: Clause, whyUndefined?: string): Judgement {
  return isBadRequest(outcome)
    ? { breaches: readRecord(outcome, ERROR).breaches, whyUndefined }
    : fails(outcome, otherwiseViolates);
}

function fails(outcome: Outcome, clause: Clause, meaning?: string): Judgement {
  if ("failure" in outcome) {
    return { breaches: [{ clause, reason: outcome.failure }] };
  }
  const status = describeWrongStatus(outcome, clause);
  const errorBreaches = isBadRequest(outcome) ? readRecord(outcome, ERROR).breaches : [];
  return { breaches: [{ clause, reason: meaning ? `${status}: ${meaning}` : status }, ...errorBreaches] };
}

function describeWrongStatus(response: CaseResponse, clause: Clause): string {
  const { status } = response;
  const text = isRedirect(response) ? `a redirect, ${status || "3xx"},` : `status ${status}`;
  const subject = clause === "I4" ? "name or tag" : clause === "I5" ? "id" : "request";
  return clause === "I12"
    ? `a failing request returns ${text} instead of 400`
    : `a valid ${subject} fails with ${text} instead of 200`;
}

export const hasStatus = (outcome: Outcome, first: number, last = first): outcome is CaseResponse =>
  !("failure" in outcome) && outcome.status >= first && outcome.status <= last;

export const isSuccess = (outcome: Outcome) => hasStatus(outcome, 200, 299);

export const isRejection = (outcome: Outcome) => hasStatus(outcome, 400, 499);

export const isBadRequest = (outcome: Outcome) => hasStatus(outcome, 400);

/** Browsers show a redirect that they don't follow as status 0. */
export const isRedirect = ({ status }: CaseResponse): boolean => status === 0 || (status >= 300 && status < 400);

type Fields = Readonly<Record<string, unknown>>;

const PLANT = { status: 200, record: "a Plant", bodyClause: "I9", fieldClause: "I4", rules: PLANT_FIELDS } as const;
const ERROR = { status: 400, record: "an Error", bodyClause: "I10", fieldClause: "I6", rules: ERROR_FIELDS } as const;

/** Reads the body even if the content type is wrong, to find every breach. */
function readRecord(
  { headers, text }: CaseResponse,
  { status, record, bodyClause, fieldClause, rules }: typeof PLANT | typeof ERROR,
): { fields?: Fields; breaches: Breach[] } {
  const breaches: Breach[] = [];
  if (!/^application\/json\s*(?:;|$)/i.test(headers.get("content-type") ?? "")) {
    breaches.push({ clause: bodyClause, reason: `the ${status} response isn't application/json` });
  }
  const fields = parseObject(text);
  if (typeof fields === "string") {
    return { breaches: [...breaches, { clause: bodyClause, reason: `the ${status} body ${fields}` }] };
  }
  for (const [name, { isRequired, type, isValid }] of Object.entries<FieldRule>(rules)) {
    const isPresent = Object.hasOwn(fields, name);
    if (isPresent ? !isValid(fields[name]) : isRequired) {
      const problem = isPresent ? `is not ${type}` : "is missing";
      breaches.push({ clause: fieldClause, reason: `the ${status} body isn't ${record}: ${name} ${problem}` });
    }
  }
  return { fields, breaches };
}

/** Returns the fields, or what is wrong with the text. */
function parseObject(text: string | undefined): Fields | string {
  if (text === undefined) {
    return "isn't UTF-8";
  }
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : "isn't a JSON object";
  } catch {
    return "isn't JSON";
  }
}

/** A Plant declares no id. If the response has one, it must be the one that was sent. */
function findIdBreaches(fields: Fields, text: string | undefined, sent: unknown): Breach[] {
  if (!Object.hasOwn(fields, "id")) {
    return [];
  }
  if (typeof fields.id !== "number") {
    return [{ clause: "I9", reason: "the id in the 200 body is not an integer, and a Plant declares no id" }];
  }
  const isInt64 = typeof sent === "bigint" && BigInt.asIntN(64, sent) === sent;
  return isInt64 && !isSameInteger(readIdDigits(text), sent)
    ? [{ clause: "I5", reason: "the id in the response isn't the id that was sent" }]
    : [];
}

/** Quotes each number of the JSON, since `JSON.parse` reads 2^53 and 2^53 + 1 as one number. */
function readIdDigits(text = ""): string {
  const quoted = text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g, (token) =>
    token.startsWith('"') ? token : `"${token}"`,
  );
  return JSON.parse(quoted).id;
}

/** In JSON Schema, 1.0 and 1e0 are integers too. */
const isSameInteger = (digits: string, id: bigint): boolean =>
  digits === String(id) || (Number.isSafeInteger(Number(id)) && Number(digits) === Number(id));
