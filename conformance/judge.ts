import { normalizeNumber, TOO_LARGE } from "./body.ts";
import type { Case } from "./cases.ts";
import { type Clause, ERROR_FIELDS, type FieldRule, NEW_PLANT_FIELDS, PLANT_FIELDS } from "./contract.ts";
import type { Fields } from "./json.ts";
import {
  type CaseResponse,
  hasStatus,
  isBadRequest,
  isRejection,
  isSuccess,
  type Outcome,
  type SentCase,
} from "./outcome.ts";

/** Whether the service does what a clause requires. Behavior that the contract doesn't define is `not stated`. */
export type Verdict = "conforms" | "violates" | "not stated";

/** What the response to a case shows about a clause, and why. */
export type Finding = { readonly clause: Clause } & (
  | { readonly verdict: "conforms"; readonly reason: null }
  | { readonly verdict: "not stated"; readonly reason: string }
  | { readonly verdict: "violates"; readonly reason: string }
);

/** What the responses so far show about the service. */
interface Observations {
  /** The response to the smallest NewPlant. */
  readonly smallest: Outcome;
  readonly acceptedPrevious: boolean;
  readonly rejectsUsedIds: boolean;
}

function observe(current: SentCase, earlier: readonly SentCase[]): Observations {
  const hasSucceeded = (sent: SentCase | undefined) => sent !== undefined && isSuccess(sent.outcome);
  const isUsedIdRejected = ({ testCase, outcome }: SentCase, index: number) =>
    testCase.repeatsId === true && isRejection(outcome) && hasSucceeded(earlier[index - 1]);
  return {
    smallest: (earlier[0] ?? current).outcome,
    acceptedPrevious: hasSucceeded(earlier.at(-1)),
    rejectsUsedIds: earlier.some(isUsedIdRejected),
  };
}

/** Returns a finding for each violation, or else one for the clause that the case tests. */
export function judge(current: SentCase, earlier: readonly SentCase[]): readonly [Finding, ...Finding[]] {
  const { testCase, outcome } = current;
  const { clause } = testCase;
  const observations = observe(current, earlier);
  const [violation, ...others] = findViolations(testCase, outcome, observations);
  if (violation !== undefined) {
    return [violation, ...others];
  }
  const reason = explainNotStated(testCase, outcome, observations);
  return [reason === null ? { clause, verdict: "conforms", reason } : { clause, verdict: "not stated", reason }];
}

const violation = (clause: Clause, reason: string): Finding => ({ clause, verdict: "violates", reason });

function findViolations(testCase: Case, outcome: Outcome, observations: Observations): Finding[] {
  if (!isDefinedByContract(testCase, outcome)) {
    return [];
  }
  if (isSuccess(outcome)) {
    return judgeSuccess(testCase, outcome);
  }
  const isWronglyRejected = testCase.kind === "valid" && !mayBeInUse(testCase, outcome, observations);
  return [
    ...(isWronglyRejected ? [explainRejection(testCase, outcome, observations)] : judgeFailure(outcome, observations)),
    // The body of another 4xx is judged as that of a 400. A 5xx is a crash, and its page goes when the crash does.
    ...(isRejection(outcome) ? judgeRecord(outcome, ERROR) : []),
  ];
}

function judgeFailure(outcome: Outcome, { smallest }: Observations): Finding[] {
  const reason = `a failing request returns status ${outcome.status} instead of 400`;
  return isBadRequest(outcome) ? [] : [violation("I12", explainOutage(outcome, smallest) ?? reason)];
}

/** Explains which clause a service violates when it doesn't accept a valid plant. */
function explainRejection(
  { clause, rejectionMeans }: Case,
  outcome: Outcome,
  { smallest, acceptedPrevious }: Observations,
): Finding {
  // If a service rejects even the smallest NewPlant, the clauses about fields aren't the cause.
  const violated = isSuccess(smallest) ? clause : "I11";
  const subject = violated === "I4" ? "plant" : violated === "I5" ? "id" : "request";
  const reason = `a valid ${subject} fails with status ${outcome.status} instead of 200`;
  const explained = acceptedPrevious && rejectionMeans ? `${reason}: ${rejectionMeans}` : reason;
  return violation(violated, explainOutage(outcome, smallest) ?? explained);
}

/** Explains a failure that isn't about the request: no response, or a status that even the smallest NewPlant gets. */
function explainOutage(outcome: Outcome, smallest: Outcome): string | undefined {
  if ("failure" in outcome) {
    return outcome.failure;
  }
  const { status } = outcome;
  return status !== 400 && status === smallest.status
    ? `requests fail with status ${status}, even the smallest NewPlant`
    : undefined;
}

/** Whether the contract says anything about the response. */
function isDefinedByContract(testCase: Case, outcome: Outcome): boolean {
  return testCase.kind === "credentials"
    ? hasStatus(outcome, 200) || isBadRequest(outcome)
    : !isRateLimited(testCase, outcome);
}

/** Whether the service limits requests. A 429 to a wrong token doesn't count. */
export const isRateLimited = ({ kind }: Case, outcome: Outcome): outcome is CaseResponse =>
  kind !== "credentials" && hasStatus(outcome, 429);

/** Explains why the contract doesn't decide whether a response without a violation conforms. `null` if it conforms. */
function explainNotStated(testCase: Case, outcome: Outcome, observations: Observations): string | null {
  if (!("failure" in outcome) && outcome.body.problem === TOO_LARGE) {
    return `the body ${TOO_LARGE}, so it wasn't read: the contract doesn't state a limit`;
  }
  if (isRateLimited(testCase, outcome)) {
    return "the contract doesn't define rate limits";
  }
  if (isAccepted({ testCase, outcome })) {
    return "accepted: the contract doesn't state that this fails";
  }
  const altered = listAlteredFields({ testCase, outcome });
  if (altered.length > 0) {
    return `the Plant has another ${altered.join(" and ")} than was sent: the contract doesn't state which Plant is returned`;
  }
  switch (testCase.kind) {
    case "either":
      return "both 200 and 400 conform";
    case "invalid":
      return null;
    case "credentials":
      return isBadRequest(outcome) ? null : "the contract doesn't define the response to a missing or invalid token";
    case "valid":
      return mayBeInUse(testCase, outcome, observations)
        ? "rejected: an earlier run may have used this id, and the service rejects ids in use"
        : null;
  }
}

/** Whether the service may have rejected the case because an earlier run used its id. */
const mayBeInUse = ({ hasFixedId = false }: Case, outcome: Outcome, { rejectsUsedIds }: Observations): boolean =>
  hasFixedId && rejectsUsedIds && isRejection(outcome);

/** Whether the service accepted an invalid plant or invalid credentials. A page, such as a login form, doesn't count. */
export const isAccepted = ({ testCase: { kind }, outcome }: SentCase): boolean =>
  !isValidKind(kind) && isSuccess(outcome) && !isPage(outcome);

/** Whether the service returned another Plant than was sent. */
export const isAltered = (sent: SentCase): boolean => listAlteredFields(sent).length > 0;

function listAlteredFields({ testCase: { kind, plant }, outcome }: SentCase): string[] {
  const { fields } = isValidKind(kind) && isPlant(outcome) ? outcome.body : {};
  return fields === undefined ? [] : Object.keys(PLANT_FIELDS).filter((name) => fields[name] !== plant[name]);
}

const isValidKind = (kind: Case["kind"]): boolean => kind === "valid" || kind === "either";

/** A body with another success status is judged as if the status were 200. */
function judgeSuccess({ kind, plant }: Case, response: CaseResponse): Finding[] {
  const { status } = response;
  const wrongStatus =
    status === 200 ? [] : [violation(isValidKind(kind) ? "I11" : "I9", `status ${status} instead of 200`)];
  const allowsBody = status !== 204 && status !== 205;
  return allowsBody ? [...wrongStatus, ...judgeRecord(response, PLANT), ...judgeId(response, plant.id)] : wrongStatus;
}

const PLANT = {
  record: "a Plant",
  response: "a success response",
  formClause: "I9",
  fieldClause: "I4",
  rules: PLANT_FIELDS,
} as const;
const ERROR = {
  record: "an Error",
  response: "an error response",
  formClause: "I10",
  fieldClause: "I6",
  rules: ERROR_FIELDS,
} as const;

type RecordType = typeof PLANT | typeof ERROR;

/** Whether the service confirms the plant: a success with a Plant, of any content type. */
export function isPlant(outcome: Outcome): outcome is CaseResponse {
  const { fields } = isSuccess(outcome) ? outcome.body : {};
  return fields !== undefined && findFlaws(fields, PLANT).length === 0;
}

/** Whether the body is HTML, such as a login form, rather than a record that is sent as HTML. */
export const isPage = ({ headers, body }: CaseResponse): boolean =>
  /\bx?html\b/i.test(headers.get("content-type") ?? "") && body.fields === undefined;

/** Describes a rejection with an Error: its status, and the fields of the Error. */
export function describeRejection(outcome: Outcome): string | undefined {
  const { fields } = isRejection(outcome) ? outcome.body : {};
  return fields === undefined || findFlaws(fields, ERROR).length > 0
    ? undefined
    : `status ${outcome.status}, error ${fields.error}, ${JSON.stringify(fields.message)}`;
}

/** Judges the form of a response, and its fields even if the form is wrong. No reason has the status, which may be wrong too. */
function judgeRecord({ headers, body }: CaseResponse, type: RecordType): Finding[] {
  const { record, response, formClause, fieldClause } = type;
  const { fields, problem } = body;
  const isJson = /^application\/json\s*(?:;|$)/i.test(headers.get("content-type") ?? "");
  const form = [
    ...(isJson ? [] : [`${response} isn't application/json`]),
    ...(problem === undefined || problem === TOO_LARGE ? [] : [`the body of ${response} ${problem}`]),
  ];
  const flaws = fields === undefined ? [] : findFlaws(fields, type);
  return [
    // An HTML page is one mistake.
    ...(form.length > 0 ? [violation(formClause, form.join(", and "))] : []),
    ...(flaws.length > 0
      ? [violation(fieldClause, `the body of ${response} isn't ${record}: ${flaws.join(", ")}`)]
      : []),
  ];
}

/** Returns what is wrong with the fields of a record. */
function findFlaws(fields: Fields, { rules }: RecordType): string[] {
  return Object.entries<FieldRule>(rules).flatMap(([name, { isRequired, type, isValid }]) => {
    if (!Object.hasOwn(fields, name)) {
      return isRequired ? [`${name} is missing`] : [];
    }
    return isValid(fields[name]) ? [] : [`${name} is not ${type}`];
  });
}

/** A Plant declares no id. If the response has one, it must be the one that was sent. */
function judgeId({ body }: CaseResponse, sentId: unknown): Finding[] {
  if (body.fields === undefined || !Object.hasOwn(body.fields, "id")) {
    return [];
  }
  if (body.id === undefined) {
    return [violation("I9", "the id in the response is not an integer, and a Plant declares no id")];
  }
  return NEW_PLANT_FIELDS.id.isValid(sentId) && body.id !== normalizeNumber(String(sentId))
    ? [violation("I5", "the id in the response isn't the id that was sent")]
    : [];
}
