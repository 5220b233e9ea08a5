import type { Case, SentPlant } from "./cases.ts";
import type { Clause } from "./report.ts";
import type { CaseResponse, Outcome } from "./send.ts";

export interface Breach {
  readonly clause: Clause;
  readonly reason: string;
}

export interface Judgement {
  readonly breach?: Breach | undefined;
  /** A Plant came with another success status than 200. The rest of the response is judged as if it were 200. */
  readonly wrongStatus?: Breach | undefined;
  readonly notStated?: string | undefined;
}

export interface Known {
  readonly successStatus: number | undefined;
  readonly acceptedPrevious: boolean;
  readonly rejectsUsedIds: boolean;
}

const ACCEPTED = "accepted: the contract doesn't state that this fails";

export function judge(testCase: Case, outcome: Outcome, known: Known): Judgement {
  switch (testCase.kind) {
    case "elsewhere":
      return { notStated: "the contract doesn't define other paths" };
    case "credentials":
      return "failure" in outcome || (outcome.status !== 200 && outcome.status !== 400)
        ? { notStated: "the contract doesn't define the response to a missing or invalid token" }
        : judgeEither(testCase, outcome, known, { accepted: ACCEPTED });
    case "invalid":
      return judgeEither(testCase, outcome, known, { accepted: ACCEPTED });
    case "open": {
      const both = "both 200 and 400 conform";
      const clause = known.successStatus === undefined ? "I11" : "I12";
      return judgeEither(testCase, outcome, known, { accepted: both, rejected: both, clause });
    }
    case "valid":
      return judgeValid(testCase, outcome, known);
  }
}

function judgeValid(testCase: Case, outcome: Outcome, known: Known): Judgement {
  if (!("failure" in outcome) && isSuccess(outcome)) {
    return judgePlant(testCase, outcome, known);
  }
  if (testCase.hasFixedId && known.rejectsUsedIds && isRejection(outcome)) {
    const rejected = "rejected: an earlier run may have used this id, and the service rejects ids in use";
    return judgeEither(testCase, outcome, known, { rejected });
  }
  const clause = known.successStatus === undefined ? "I11" : testCase.topics[0].clause;
  const suspicion = testCase.failureMeans && known.acceptedPrevious ? `: ${testCase.failureMeans}` : "";
  return { breach: { clause, reason: describeFailure(outcome, clause) + suspicion } };
}

/** `accepted` and `rejected` say why a 200 and a 400 aren't decided, and `clause` is what any other status violates. */
function judgeEither(
  testCase: Case,
  outcome: Outcome,
  known: Known,
  { accepted, rejected, clause = "I12" }: { accepted?: string; rejected?: string; clause?: "I11" | "I12" },
): Judgement {
  if ("failure" in outcome || !(isSuccess(outcome) || outcome.status === 400)) {
    return { breach: { clause, reason: describeFailure(outcome, clause) } };
  }
  if (isSuccess(outcome)) {
    return { ...judgePlant(testCase, outcome, known), notStated: accepted };
  }
  const breach = findErrorBreach(outcome);
  return breach ? { breach } : { notStated: rejected };
}

function judgePlant(testCase: Case, response: CaseResponse, { successStatus }: Known): Judgement {
  const { kind, plant } = testCase;
  const object = readObject(response, "I9");
  const wrongStatus: Breach | undefined =
    response.status === 200
      ? undefined
      : {
          // Accepting an invalid body isn't a matter of I11, but a service with one wrong success status has one cause.
          clause: kind === "invalid" && response.status !== successStatus ? "I9" : "I11",
          reason: `status ${response.status} instead of 200`,
        };
  if ("clause" in object) {
    return { breach: wrongStatus ?? object };
  }
  const breach = findPlantBreach(object, plant);
  const differing = differingFields(object, plant).join(" and ");
  return {
    breach,
    wrongStatus,
    notStated: differing
      ? `the Plant has another ${differing} than was sent: the contract doesn't state which Plant is returned`
      : undefined,
  };
}

function describeFailure(outcome: Outcome, clause: Clause): string {
  if ("failure" in outcome) {
    return outcome.failure;
  }
  const status = isRedirect(outcome) ? `a redirect, ${outcome.status || "3xx"},` : `status ${outcome.status}`;
  if (clause === "I12") {
    return `a failing request returns ${status} instead of 400`;
  }
  const subject = clause === "I4" ? "name or tag" : clause === "I5" ? "id" : "request";
  return `a valid ${subject} fails with ${status} instead of 200`;
}

export const isSuccess = (outcome: Outcome): boolean =>
  !("failure" in outcome) && outcome.status >= 200 && outcome.status < 300;

export const isRejection = (outcome: Outcome): boolean =>
  !("failure" in outcome) && outcome.status >= 400 && outcome.status < 500;

/** Browsers show a redirect that they don't follow as status 0. */
export const isRedirect = ({ status }: CaseResponse): boolean => status === 0 || (status >= 300 && status < 400);

type Fields = Readonly<Partial<Record<"id" | "name" | "tag" | "error" | "message", unknown>>>;

interface JsonObject {
  readonly fields: Fields;
  /** The fields with each number as received: JSON.parse reads 2^53 and 2^53 + 1 as one number. */
  readonly exact: Fields;
}

function readObject(response: CaseResponse, clause: "I9" | "I10"): JsonObject | Breach {
  const kind = clause === "I9" ? 200 : 400;
  if (!/^application\/json\s*(?:;|$)/i.test(response.headers.get("content-type") ?? "")) {
    return { clause, reason: `the ${kind} response isn't application/json` };
  }
  if (response.text === undefined) {
    return { clause, reason: `the ${kind} body isn't UTF-8` };
  }
  try {
    const value: unknown = JSON.parse(response.text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? { fields: value, exact: JSON.parse(quoteNumbers(response.text)) }
      : { clause, reason: `the ${kind} body isn't a JSON object` };
  } catch {
    return { clause, reason: `the ${kind} body isn't JSON` };
  }
}

/** A Plant declares no id, but if the response has one, it must be the one that was sent. */
function findPlantBreach({ fields, exact }: JsonObject, sent: SentPlant): Breach | undefined {
  if (typeof fields.name !== "string") {
    return { clause: "I4", reason: `the 200 body isn't a Plant: ${fieldProblem(fields, "name", "a string")}` };
  }
  if ("tag" in fields && typeof fields.tag !== "string") {
    return { clause: "I4", reason: "the 200 body isn't a Plant: tag is not a string" };
  }
  if ("id" in fields && typeof fields.id !== "number") {
    return { clause: "I9", reason: "the id in the 200 body is not an integer, and a Plant declares no id" };
  }
  if ("id" in fields && sent.id !== undefined && !isSameInteger(String(exact.id), sent.id)) {
    return { clause: "I5", reason: "the id in the response isn't the id that was sent" };
  }
  return undefined;
}

function differingFields({ fields }: JsonObject, sent: SentPlant): string[] {
  return (["name", "tag"] as const).filter((key) => sent[key] !== undefined && fields[key] !== sent[key]);
}

function findErrorBreach(response: CaseResponse): Breach | undefined {
  const object = readObject(response, "I10");
  if ("clause" in object) {
    return object;
  }
  const { error, message } = object.fields;
  const isInt32 = typeof error === "number" && error === (error | 0);
  if (isInt32 && typeof message === "string") {
    return undefined;
  }
  const problem = isInt32
    ? fieldProblem(object.fields, "message", "a string")
    : fieldProblem(object.fields, "error", "an int32");
  return { clause: "I6", reason: `the 400 body isn't an Error: ${problem}` };
}

function fieldProblem(fields: Fields, name: keyof Fields, type: string): string {
  return name in fields ? `${name} is not ${type}` : `${name} is missing`;
}

/** Puts each number of a JSON text in quotes. Matching whole strings would overflow the stack if they're long. */
function quoteNumbers(text: string): string {
  let isInString = false;
  return text.replace(/\\.|"|-?\d[\d.eE+-]*/g, (token) => {
    if (token === '"') {
      isInString = !isInString;
    }
    return isInString || /^[\\"]/.test(token) ? token : `"${token}"`;
  });
}

/** In JSON Schema, 1.0 and 1e0 are integers too. */
function isSameInteger(digits: string, id: bigint): boolean {
  return (
    digits === String(id) || (/[.eE]/.test(digits) && Number(digits) === Number(id) && Number.isSafeInteger(Number(id)))
  );
}
