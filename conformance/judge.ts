import { type Breach, findErrorBreach, readPlant } from "./answer-rules.ts";
import type { Case } from "./cases.ts";
import type { Answer, NoAnswer } from "./exchange.ts";
import type { Clause } from "./report.ts";

/** What the interface says of an answer: a clause is broken, or it is silent for a reason, or all is as stated. */
export type Judgement =
  | { readonly breach: Breach; readonly silence?: never }
  | { readonly breach?: never; readonly silence: string }
  | { readonly breach?: never; readonly silence?: never };

/** What earlier cases have shown of the service. */
export interface Known {
  /** Whether it took the smallest plant: one that it refuses is then refused for what is particular to it. */
  readonly takesPlants: boolean;
  /** Whether it refuses an id that is in use. */
  readonly refusesRepeats: boolean;
}

const CONFORMS: Judgement = {};

export function judge(of: Case, reply: Answer | NoAnswer, known: Known): Judgement {
  switch (of.kind) {
    case "elsewhere":
      return { silence: "it is not for the operation" };
    case "credentials":
      return "reason" in reply || (reply.status !== 200 && reply.status !== 400)
        ? { silence: "what answers a missing or bad token is not stated" }
        : judgeStated(of, reply, "that it fails is not stated");
    case "invalid":
      return judgeAnswered(of, reply, { success: "I9", failure: "I12" }, "that it fails is not stated");
    case "silent": {
      // Where not even the smallest plant is taken, this one fails for the same reason.
      const failure = known.takesPlants ? "I12" : "I11";
      const judged = judgeAnswered(of, reply, { success: "I11", failure }, "");
      return judged.breach ? judged : { silence: "both 200 and 400 would do" };
    }
    case "valid":
      return judgeValid(of, reply, known);
  }
}

function judgeValid(of: Case, reply: Answer | NoAnswer, known: Known): Judgement {
  if (!("reason" in reply) && reply.status === 200) {
    const { breach, differs } = readPlant(reply, of.plant);
    return breach ? { breach } : differs ? { silence: `${differs}: which Plant comes is not stated` } : CONFORMS;
  }
  if (of.fixedId && known.refusesRepeats && isRefusal(reply)) {
    const { breach } = judgeAnswered(of, reply, { success: "I11", failure: "I12" }, "");
    return breach ? { breach } : { silence: "an earlier run may have taken the id, and ids in use are refused" };
  }
  const clause = known.takesPlants ? of.topics[0].clause : isNotThere(reply) ? "I1" : "I11";
  return { breach: { clause, fault: "reason" in reply ? "" : describeStatus(reply, "200") } };
}

/** Where either a 200 or a 400 may come: the clauses that another success and another failure break. */
function judgeAnswered(
  of: Case,
  reply: Answer | NoAnswer,
  { success, failure }: Readonly<Record<"success" | "failure", Clause>>,
  silence: string,
): Judgement {
  if ("reason" in reply) {
    return { breach: { clause: failure, fault: "" } };
  }
  if (reply.status !== 200 && reply.status !== 400) {
    return isSuccess(reply)
      ? { breach: { clause: success, fault: describeStatus(reply, "200") } }
      : { breach: { clause: failure, fault: describeStatus(reply, "400") } };
  }
  return judgeStated(of, reply, silence);
}

/** A 200 or a 400: their bodies are stated whatever they answer. */
function judgeStated(of: Case, answer: Answer, silence: string): Judgement {
  if (answer.status === 400) {
    const breach = findErrorBreach(answer);
    return breach ? { breach } : CONFORMS;
  }
  const { breach } = readPlant(answer, of.plant);
  return breach ? { breach } : { silence };
}

function describeStatus({ status }: Answer, stated: "200" | "400"): string {
  // A browser shows a redirect that it does not follow as status 0.
  return status === 0 || (status >= 300 && status < 400)
    ? `a redirect, which is not followed, and not ${stated}`
    : `the status is not ${stated}`;
}

export function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

/** Whether the service says that it refuses the request, and not that something broke. */
export function isRefusal(reply: Answer | NoAnswer): boolean {
  return !("reason" in reply) && reply.status >= 400 && reply.status < 500;
}

/** Whether the answer says that no such operation is there. */
export function isNotThere(reply: Answer | NoAnswer): boolean {
  return !("reason" in reply) && [404, 405, 501].includes(reply.status);
}
