/** The clauses of the interface, I1 to I13, as docs/decisions.md lists them. */
export type Clause = "I1" | "I2" | "I3" | "I4" | "I5" | "I6" | "I7" | "I8" | "I9" | "I10" | "I11" | "I12" | "I13";

/**
 * `conforms`: what came is what the clause states. `violates`: it is not. `not stated`: the interface is silent on it; it
 * was observed, and is never held against the service.
 */
export type Verdict = "conforms" | "violates" | "not stated";

/** One case of a clause (I1 to I13), and what became of it. No token stands in it. */
export interface ConformanceRow {
  /** What the case is about; where it violates, the clause that is broken. */
  readonly clause: Clause;
  /** The case in words, such as "an id of 2^53 + 1". */
  readonly title: string;
  /** The request, cut short. */
  readonly sent: string;
  /** The answer that conforms, in words. */
  readonly expected: string;
  /** The answer: status, content type and body, cut short; then what is to be said of it, in brackets. */
  readonly received: string;
  /** What is made of it. */
  readonly verdict: Verdict;
}

/** A plant that the run left in the store: the interface has one operation (I1), and no way to delete it. */
export interface CreatedPlant {
  /** The id's JSON as it was sent, so digits for an integer; `null` where none was sent. */
  readonly id: string | null;
  /** `null` where the case was about a plant without a name. */
  readonly name: string | null;
  /** `null` where the case was about a plant without a tag: its name tells the run then. */
  readonly tag: string | null;
  /** Whether the service said that it created it. Where no answer came, or one of the 300s or 500s, nobody knows. */
  readonly certain: boolean;
}

/** What {@link checkConformance} found, clause by clause (I1 to I13). It is plain JSON. */
export interface ConformanceReport {
  /** Where the service is (I2), without a trailing slash. */
  readonly baseUrl: string;
  /** In the tag or the name of every plant of this run: "plant-store-conformance 1f0c9a4be27d63d8". */
  readonly tag: string;
  /** Whether no row violates a clause, and no case was left out. */
  readonly conforms: boolean;
  /** How many rows have each verdict. */
  readonly counts: {
    /** Rows that conform. */
    readonly conforms: number;
    /** Rows that violate a clause. */
    readonly violates: number;
    /** Rows about what the interface is silent on. */
    readonly notStated: number;
  };
  /** How many requests were sent. */
  readonly requests: number;
  /** Why the run ended before its last case; `null` where it did not. */
  readonly stopped: string | null;
  /** The cases in the order in which they were run. A case has a row for each clause that it is about, up to one that is broken. */
  readonly rows: readonly ConformanceRow[];
  /** The plants to delete by hand, or to leave. */
  readonly created: readonly CreatedPlant[];
}
