import type { Clause } from "./clauses.ts";

/** Whether the service does what a clause requires. Behavior that the contract doesn't define is `not stated`. */
export type Verdict = "conforms" | "violates" | "not stated";

/** One case, and what it shows about one clause. The token is redacted. */
export interface ConformanceRow {
  /** The clause that the case tests, or that the response violates. */
  readonly clause: Clause;
  /** The request, such as "an id of 2^53 + 1". */
  readonly title: string;
  /** The verdict on the clause. */
  readonly verdict: Verdict;
  /** Why it violates the clause or isn't stated. `null` if it conforms. */
  readonly reason: string | null;
  /** The status code of the response. `null` if there was no complete response. */
  readonly status: number | null;
  /** The request, on one line of up to 300 characters. */
  readonly sent: string;
  /** The response that conforms, in words. */
  readonly expected: string;
  /** The status, content type and body of the response, on one line of up to 300 characters. */
  readonly received: string;
  /** The duration of the request and its response, in milliseconds. */
  readonly durationMs: number;
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
  /**
   * The ids that the service confirmed with a Plant, as JSON, as they were sent: digits for an integer. `null` for a request
   * without an id.
   */
  readonly created: readonly (string | null)[];
  /**
   * The ids of the other requests that may have created a plant: those without a response, and those whose response is
   * neither a Plant nor a status from 400 to 499 other than 408.
   */
  readonly mayHaveBeenCreated: readonly (string | null)[];
}

/** What {@link checkConformance} found. Plain JSON. The token is redacted. */
export interface ConformanceReport extends CreatedPlants {
  /** The base URL, without trailing slashes. */
  readonly baseUrl: string;
  /** In the tag or the name of each plant that the run sent, such as "plant-store-conformance 1f0c9a4be27d63d8". */
  readonly runId: string;
  /** Whether no row violates a clause and all cases were sent. */
  readonly conforms: boolean;
  /** How many rows have each verdict. */
  readonly counts: Readonly<Record<Verdict, number>>;
  /** How many requests were sent, not counting those that were sent again after a 429. */
  readonly requests: number;
  /** Why the run ended before its last case. `null` if it didn't. */
  readonly stopped: string | null;
  /** What the service does wrong, the most frequent first. */
  readonly causes: readonly ConformanceCause[];
  /**
   * The cases with an invalid plant or invalid credentials that the service accepted. Their rows are `not stated`, because
   * the contract doesn't state which requests fail.
   */
  readonly accepted: readonly string[];
  /** What each case shows, in the order in which they were sent. A case can have several rows, for different clauses. */
  readonly rows: readonly ConformanceRow[];
}
