import { ERROR_FIELDS, type FieldRules, PLANT_FIELDS } from "./fields.ts";
import type { Clause, Verdict } from "./report.ts";
import type { CaseResponse, Outcome } from "./send.ts";

/** What the responses so far show about the service. */
export interface Service {
  /** The status of the response to the smallest NewPlant. `undefined` unless it is a success. */
  readonly successStatus: number | undefined;
  readonly acceptedPrevious: boolean;
  readonly rejectsUsedIds: boolean;
}

/** What is judged about a case. */
export interface Sent {
  /** What a service violates that rejects this valid plant, but not the smallest one. */
  readonly clause: Clause;
  readonly plant: Fields;
  readonly hasFixedId?: boolean | undefined;
  readonly failureMeans?: string | undefined;
}

interface Breach {
  readonly clause: Clause;
  readonly reason: string;
  /** The service does this in every response, so the report has one row for it, beside the other rows of each case. */
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
      return fails(outcome, clause, acceptedPrevious ? sent.failureMeans : undefined);
    },
  },
  invalid: {
    expected: "400 and an Error, as application/json, if it fails",
    judge(sent, outcome, { successStatus }) {
      // Accepting an invalid body isn't a matter of I11, but a service with one wrong success status has one cause.
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
      return !("failure" in outcome) && (outcome.status === 200 || outcome.status === 400)
        ? KINDS.invalid.judge(sent, outcome, service)
        : { breaches: [], whyUndefined: "the contract doesn't define the response to a missing or invalid token" };
    },
  },
  elsewhere: {
    expected: "not stated",
    judge: () => ({ breaches: [], whyUndefined: "the contract doesn't define other paths" }),
  },
};

export interface Topic {
  readonly clause: Clause;
  readonly title: string;
  /** Whether a response shows the clause even if it breaks another one. */
  readonly isShownBy?: (outcome: Outcome, breaches: readonly Breach[]) => boolean;
}

interface Topics {
  readonly title: string;
  readonly topic: Topic;
  readonly alsoShows: readonly Topic[];
}

export interface Finding extends Omit<Topic, "isShownBy"> {
  readonly verdict: Verdict;
  readonly reason: string | null;
  readonly isSystematic?: boolean;
}

/** A response with a breach shows nothing about the topic of its case, unless the breach is systematic. */
export function toFindings({ title, topic, alsoShows }: Topics, outcome: Outcome, judgement: Judgement): Finding[] {
  const { breaches, whyUndefined } = judgement;
  const breaks = (clause: Clause) => breaches.some((breach) => breach.clause === clause);
  const titleOf = (clause: Clause) => [topic, ...alsoShows].find((each) => each.clause === clause)?.title ?? title;
  const shown = alsoShows.filter((side) => !breaks(side.clause) && side.isShownBy?.(outcome, breaches));
  const verdict = whyUndefined === undefined ? "conforms" : "not stated";
  return [
    ...shown.map(({ clause, title }) => ({ clause, title, verdict: "conforms", reason: null }) as const),
    ...(breaches.every(({ isSystematic }) => isSystematic)
      ? [{ ...topic, verdict, reason: whyUndefined ?? null } as const]
      : []),
    ...breaches.map((breach) => ({ ...breach, title: titleOf(breach.clause), verdict: "violates" }) as const),
  ];
}

/** A Plant with another success status is judged as if the status were 200. */
function judgeSuccess({ plant }: Sent, response: CaseResponse, statusClause: Clause, whyUndefined?: string): Judgement {
  const { fields, breaches } = readObject(response, "I9");
  const isSystematic = fields !== undefined;
  const wrongStatus = { clause: statusClause, reason: `status ${response.status} instead of 200`, isSystematic };
  const statusBreaches = response.status === 200 ? [] : [wrongStatus];
  if (fields === undefined) {
    return { breaches: response.status === 200 ? breaches : statusBreaches };
  }
  const differing = Object.entries(PLANT_FIELDS)
    .filter(([name, { isValid }]) => isValid(plant[name]) && fields[name] !== plant[name])
    .map(([name]) => name)
    .join(" and ");
  const another = `the Plant has another ${differing} than was sent: the contract doesn't state which Plant is returned`;
  const fieldBreaches = findFieldBreaches(fields, PLANT_FIELDS, "I4", "the 200 body isn't a Plant");
  return {
    breaches: [...statusBreaches, ...breaches, ...fieldBreaches, ...findIdBreaches(fields, response.text, plant.id)],
    whyUndefined: whyUndefined ?? (differing ? another : undefined),
  };
}

function judgeFailure(outcome: Outcome, otherwiseViolates: Clause, whyUndefined?: string): Judgement {
  if (!isBadRequest(outcome)) {
    return fails(outcome, otherwiseViolates);
  }
  return { breaches: findErrorBreaches(outcome), whyUndefined };
}

function fails(outcome: Outcome, clause: Clause, meaning?: string): Judgement {
  const reason = "failure" in outcome ? outcome.failure : describeWrongStatus(outcome, clause);
  const errorBreaches = isBadRequest(outcome) ? findErrorBreaches(outcome) : [];
  return { breaches: [{ clause, reason: meaning ? `${reason}: ${meaning}` : reason }, ...errorBreaches] };
}

function describeWrongStatus(response: CaseResponse, clause: Clause): string {
  const { status } = response;
  const text = isRedirect(response) ? `a redirect, ${status || "3xx"},` : `status ${status}`;
  const subject = clause === "I4" ? "name or tag" : clause === "I5" ? "id" : "request";
  return clause === "I12"
    ? `a failing request returns ${text} instead of 400`
    : `a valid ${subject} fails with ${text} instead of 200`;
}

function findErrorBreaches(response: CaseResponse): Breach[] {
  const { fields, breaches } = readObject(response, "I10");
  const subject = "the 400 body isn't an Error";
  return [...breaches, ...(fields ? findFieldBreaches(fields, ERROR_FIELDS, "I6", subject) : [])];
}

export const isSuccess = (outcome: Outcome): outcome is CaseResponse =>
  !("failure" in outcome) && outcome.status >= 200 && outcome.status < 300;

export const isRejection = (outcome: Outcome): boolean =>
  !("failure" in outcome) && outcome.status >= 400 && outcome.status < 500;

export const isBadRequest = (outcome: Outcome): outcome is CaseResponse =>
  !("failure" in outcome) && outcome.status === 400;

/** Browsers show a redirect that they don't follow as status 0. */
export const isRedirect = ({ status }: CaseResponse): boolean => status === 0 || (status >= 300 && status < 400);

type Fields = Readonly<Record<string, unknown>>;

/** Reads the body whatever its content type, so that a wrong one hides no other breach. */
function readObject({ headers, text }: CaseResponse, clause: "I9" | "I10"): { fields?: Fields; breaches: Breach[] } {
  const status = clause === "I9" ? 200 : 400;
  const isJsonType = /^application\/json\s*(?:;|$)/i.test(headers.get("content-type") ?? "");
  const breaches = isJsonType ? [] : [{ clause, reason: `the ${status} response isn't application/json` }];
  const because = (problem: string) => ({
    breaches: [...breaches, { clause, reason: `the ${status} body ${problem}` }],
  });
  if (text === undefined) {
    return because("isn't UTF-8");
  }
  try {
    const fields: unknown = JSON.parse(text);
    return isObject(fields) ? { fields, breaches } : because("isn't a JSON object");
  } catch {
    return because("isn't JSON");
  }
}

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function findFieldBreaches(fields: Fields, rules: FieldRules, clause: Clause, subject: string): Breach[] {
  return Object.entries(rules).flatMap(([name, { isRequired, type, isValid }]) => {
    if (!Object.hasOwn(fields, name)) {
      return isRequired ? [{ clause, reason: `${subject}: ${name} is missing` }] : [];
    }
    return isValid(fields[name]) ? [] : [{ clause, reason: `${subject}: ${name} is not ${type}` }];
  });
}

/** A Plant declares no id, but if the response has one, it must be the one that was sent. */
function findIdBreaches(fields: Fields, text: string | undefined, sent: unknown): Breach[] {
  if (!Object.hasOwn(fields, "id")) {
    return [];
  }
  if (typeof fields.id !== "number") {
    return [{ clause: "I9", reason: "the id in the 200 body is not an integer, and a Plant declares no id" }];
  }
  return typeof sent === "bigint" && !isSameInteger(readIdDigits(text), sent)
    ? [{ clause: "I5", reason: "the id in the response isn't the id that was sent" }]
    : [];
}

/** JSON.parse reads 2^53 and 2^53 + 1 as one number, so each number is put in quotes. */
function readIdDigits(text = ""): string {
  const quoted = text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g, (token) =>
    token.startsWith('"') ? token : `"${token}"`,
  );
  return JSON.parse(quoted).id;
}

/** In JSON Schema, 1.0 and 1e0 are integers too. */
const isSameInteger = (digits: string, id: bigint): boolean =>
  digits === String(id) || (/[.eE]/.test(digits) && Number(digits) === Number(id) && Number.isSafeInteger(Number(id)));
