import type { Case } from "./cases.ts";
import { type Breach, differingFields, findErrorBreach, findPlantBreach, readObject } from "./read-response.ts";
import type { Clause } from "./report.ts";
import type { CaseResponse, Outcome } from "./send.ts";

/** What an outcome shows. Without a breach and without `notStated`, it conforms. */
export interface Judgement {
  readonly breach?: Breach | undefined;
  /** A Plant came with another success status than 200. The rest of the response is judged as if it were 200. */
  readonly wrongStatus?: Breach | undefined;
  /** Why the contract doesn't decide. */
  readonly notStated?: string | undefined;
}

/** What earlier cases have shown about the service. */
export interface Known {
  /** The success status of the smallest plant. Without one, other plants may fail for the same reason. */
  readonly successStatus: number | undefined;
  /** Whether the previous case was accepted. */
  readonly acceptedPrevious: boolean;
  /** Whether it rejects an id that is in use. */
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
      // If not even the smallest plant is accepted, this one fails for the same reason.
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

interface EitherOptions {
  /** Why the contract doesn't decide about a 200. */
  readonly accepted?: string;
  /** Why the contract doesn't decide about a 400. By default, it conforms. */
  readonly rejected?: string;
  /** The clause that any other status violates. */
  readonly clause?: "I11" | "I12";
}

/** Judges a case where both a 200 and a 400 are possible. */
function judgeEither(
  testCase: Case,
  outcome: Outcome,
  known: Known,
  { accepted, rejected, clause = "I12" }: EitherOptions,
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

/** Judges a success, with the status 200 or not. */
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

/** Says what failed in terms of the clause, so that cases with one cause have one reason. */
function describeFailure(outcome: Outcome, clause: Clause): string {
  if ("failure" in outcome) {
    return outcome.failure;
  }
  const status = isRedirect(outcome) ? `a redirect, ${outcome.status || "3xx"},` : `status ${outcome.status}`;
  switch (clause) {
    case "I12":
      return `a failing request returns ${status} instead of 400`;
    case "I4":
      return `a valid name or tag fails with ${status} instead of 200`;
    case "I5":
      return `a valid id fails with ${status} instead of 200`;
    default:
      return `a valid request fails with ${status} instead of 200`;
  }
}

/** Whether there is a complete response with a success status. */
export const isSuccess = (outcome: Outcome): boolean =>
  !("failure" in outcome) && outcome.status >= 200 && outcome.status < 300;

/** Whether the service rejects the request, as opposed to failing itself. */
export const isRejection = (outcome: Outcome): boolean =>
  !("failure" in outcome) && outcome.status >= 400 && outcome.status < 500;

/** A browser shows a redirect that it doesn't follow as status 0. */
export const isRedirect = ({ status }: CaseResponse): boolean => status === 0 || (status >= 300 && status < 400);
