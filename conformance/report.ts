/** The clauses of the interface. */
export type Clause = "I1" | "I2" | "I3" | "I4" | "I5" | "I6" | "I7" | "I8" | "I9" | "I10" | "I11" | "I12" | "I13";

/** `not stated`: the interface is silent on it. It was observed, and is never held against the service. */
export type Verdict = "conforms" | "violates" | "not stated";

/** One case, and what became of it. No token stands in it. */
export interface ConformanceRow {
  /** What the case is about; where it violates, the clause that is broken. */
  readonly clause: Clause;
  readonly title: string;
  readonly sent: string;
  readonly expected: string;
  /** The answer: status, content type and body, cut short; then what is to be said of it, in brackets. */
  readonly received: string;
  readonly verdict: Verdict;
}

/** A plant that the run left in the store: the interface has no way to delete it. */
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

/** What `checkConformance` found. It is plain JSON. */
export interface ConformanceReport {
  readonly baseUrl: string;
  /** In the tag or the name of every plant of this run: "plant-store-conformance 1f0c9a4be27d63d8". */
  readonly tag: string;
  /** Whether no row violates a clause, and no case was left out. */
  readonly conforms: boolean;
  readonly counts: { readonly conforms: number; readonly violates: number; readonly notStated: number };
  /** How many requests were sent. */
  readonly requests: number;
  /** Why the run ended before its last case; `null` where it did not. */
  readonly stopped: string | null;
  readonly rows: readonly ConformanceRow[];
  readonly created: readonly CreatedPlant[];
}
