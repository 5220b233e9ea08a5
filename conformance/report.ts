import { toSafeLine } from "../shared/text.ts";
import { createRedactor, type Redact } from "../shared/token.ts";
import { type Case, EXPECTED, randomBits, toJson } from "./cases.ts";
import { type Clause, METHOD, PATH } from "./contract.ts";
import { toCurl } from "./curl.ts";
import { type Finding, isPage, isPlant, type Verdict } from "./judge.ts";
import { isSuccess, type Outcome, type SentCase } from "./outcome.ts";

/** One case, and what its response shows. The token is redacted. */
export interface ConformanceRow {
  /** The request, such as "an id of 2^53 + 1". */
  readonly title: string;
  /** The clause that the case tests, or those that the response violates. */
  readonly clauses: readonly Clause[];
  /** The verdict on the response. */
  readonly verdict: Verdict;
  /** Why it violates the clauses or isn't stated. `null` if it conforms. */
  readonly reason: string | null;
  /** The status code of the response. `null` if there was no response. */
  readonly status: number | null;
  /** The request, on one line of up to 300 characters. */
  readonly sent: string;
  /** The response that conforms, in words. */
  readonly expected: string;
  /** The status, content type and body of the response, on one line of up to 300 characters. */
  readonly received: string;
}

/** One mistake of the service, with every case that shows it. */
export interface ConformanceCause {
  /** The clauses that it violates. */
  readonly clauses: readonly Clause[];
  /** What is wrong, such as "the 400 body isn't an Error: error is not an int32". */
  readonly reason: string;
  /** The titles of the cases, in the order in which they were sent. */
  readonly cases: readonly string[];
  /** The first of the cases. */
  readonly example: ConformanceRow;
  /**
   * A command for a POSIX shell that repeats the example's request, with `$PLANT_STORE_TOKEN` for the token. `null` if the
   * body isn't printable text.
   */
  readonly curl: string | null;
}

/** The plants of a run. The contract has no operation to delete them. */
export interface CreatedPlants {
  /** The ids that the service confirmed with a Plant, as JSON, as they were sent: digits for an integer. */
  readonly created: readonly string[];
  /**
   * The ids of the other requests that may have created a plant: those without a response, and those whose response is
   * neither a Plant nor a status from 400 to 499 other than 408.
   */
  readonly mayHaveBeenCreated: readonly string[];
}

/** What {@link checkConformance} found. Plain JSON. The token is redacted. */
export interface ConformanceReport extends CreatedPlants {
  /** The base URL, without trailing slashes. */
  readonly baseUrl: string;
  /** In the tag or the name of each plant that the run sent, such as "plant-store-conformance 1f0c9a4be27d63d8". */
  readonly runId: string;
  /** Whether no case violates a clause and all were sent. */
  readonly conforms: boolean;
  /** Why the run ended before its last case. `null` if it didn't. */
  readonly stopped: string | null;
  /** What the service does wrong, the most frequent first. */
  readonly causes: readonly ConformanceCause[];
  /**
   * The cases with an invalid plant or invalid credentials that the service accepted. Their rows are `not stated`, because
   * the contract doesn't state which requests fail.
   */
  readonly accepted: readonly string[];
  /** The cases that were sent, in order. */
  readonly rows: readonly ConformanceRow[];
}

/** A case that was sent, and what its response shows. */
interface JudgedCase extends SentCase {
  readonly findings: readonly [Finding, ...Finding[]];
}

/** What a run has found so far. Whatever it tells has no token. */
export class Results implements CreatedPlants {
  readonly runId = `plant-store-conformance ${randomBits(64).toString(16).padStart(16, "0")}`;
  readonly sent: JudgedCase[] = [];
  /** The cases that are waiting for a response. */
  readonly onTheirWay = new Set<Case>();
  readonly #baseUrl: string;
  readonly #redact: Redact;

  constructor({ baseUrl, token }: { readonly baseUrl: string; readonly token: string }) {
    this.#redact = createRedactor([token]);
    this.#baseUrl = this.#redact(baseUrl);
  }

  get created(): string[] {
    return listIds(this.sent.filter(({ outcome }) => isPlant(outcome)).map(({ testCase }) => testCase));
  }

  get mayHaveBeenCreated(): string[] {
    const unconfirmed = this.sent.filter(({ outcome }) => !isPlant(outcome) && mayHaveCreated(outcome));
    return listIds([...unconfirmed.map(({ testCase }) => testCase), ...this.onTheirWay]);
  }

  /** Makes one line of a text, without the token. */
  toLine(text: string, maxLength = 300): string {
    return toSafeLine(this.#redact(text), maxLength);
  }

  toReport(stopped: string | null): ConformanceReport {
    const causes = this.#listCauses();
    return {
      baseUrl: this.#baseUrl,
      runId: this.runId,
      conforms: causes.length === 0 && stopped === null,
      stopped,
      causes,
      accepted: this.sent.filter(isAcceptedWrongly).map(({ testCase }) => testCase.title),
      rows: this.sent.map((judged) => this.#toRow(judged)),
      created: this.created,
      mayHaveBeenCreated: this.mayHaveBeenCreated,
    };
  }

  #toRow({ testCase, outcome, findings }: JudgedCase): ConformanceRow {
    const reasons = findings.flatMap(({ reason }) => (reason === null ? [] : this.toLine(reason)));
    return {
      title: testCase.title,
      clauses: unique(findings.map(({ clause }) => clause)),
      verdict: findings[0].verdict,
      reason: unique(reasons).join("; ") || null,
      status: outcome.status ?? null,
      sent: this.toLine(describeRequest(testCase)),
      expected: EXPECTED[testCase.kind],
      received: this.toLine(describeOutcome(outcome)),
    };
  }

  /** Violations with the same reason have one cause, whatever clauses they violate. */
  #listCauses(): ConformanceCause[] {
    const causes = new Map<string, ConformanceCause>();
    for (const judged of this.sent.filter(({ findings }) => findings[0].verdict === "violates")) {
      const { testCase, findings } = judged;
      const curl = toCurl(`${this.#baseUrl}${PATH}`, testCase);
      for (const { clause, reason } of findings) {
        const line = this.toLine(`${reason}`);
        const first = { clauses: [], reason: line, cases: [], example: this.#toRow(judged), curl };
        const { clauses, cases, ...cause }: ConformanceCause = causes.get(line) ?? first;
        const more = { clauses: unique([...clauses, clause]), cases: unique([...cases, testCase.title]) };
        causes.set(line, { ...cause, ...more });
      }
    }
    return [...causes.values()].sort((a, b) => b.cases.length - a.cases.length);
  }
}

/** Whether the service accepted an invalid plant or invalid credentials. A page, such as a login form, doesn't count. */
const isAcceptedWrongly = ({ testCase: { kind }, outcome }: SentCase): boolean =>
  (kind === "invalid" || kind === "credentials") && isSuccess(outcome) && !isPage(outcome);

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** The ids as they were sent. A request may have none. */
const listIds = (cases: readonly Case[]): string[] =>
  cases.flatMap(({ plant }) => (plant.id === undefined || plant.id === null ? [] : toJson(plant.id)));

/** Whether the service may have created the plant, if it sent no Plant. A proxy may send a 408 after it passed the plant on. */
function mayHaveCreated(outcome: Outcome): boolean {
  if ("failure" in outcome && outcome.isUnsent) {
    return false;
  }
  const { status = 0 } = outcome;
  return status < 400 || status > 499 || status === 408;
}

function describeRequest({ headers, body = "no body" }: Case): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  return [`${METHOD} {base_url}${PATH}`, ...lines, text].join("; ");
}

function describeOutcome(outcome: Outcome): string {
  if ("failure" in outcome) {
    return outcome.failure;
  }
  const { status, headers, body } = outcome;
  const location = headers.get("location");
  return [
    status,
    ...(location === null ? [] : [`Location: ${location}`]),
    headers.get("content-type") ?? "no content type",
    body.problem === undefined ? body.text || "no body" : `a body that ${body.problem}`,
  ].join(", ");
}
