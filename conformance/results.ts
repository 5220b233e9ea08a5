import { toSafeLine } from "../shared/text.ts";
import { createRedactor, type Redact } from "../shared/token.ts";
import { toJson } from "./json.ts";
import { type Finding, isPlant, judge } from "./judge.ts";
import type { Target } from "./options.ts";
import type { SentCase } from "./outcome.ts";
import { randomBits } from "./random-bits.ts";

/** A case that was sent, and what its response shows. */
export interface JudgedCase extends SentCase {
  readonly findings: readonly [Finding, ...Finding[]];
}

/** What a run has found so far. */
export class Results {
  readonly runId = `plant-store-conformance ${randomBits(64).toString(16).padStart(16, "0")}`;
  readonly sent: JudgedCase[] = [];
  readonly baseUrl: string;
  readonly #redact: Redact;

  constructor({ baseUrl, token }: Pick<Target, "baseUrl" | "token">) {
    this.#redact = createRedactor([token]);
    this.baseUrl = this.#redact(baseUrl);
  }

  add(current: SentCase): void {
    this.sent.push({ ...current, findings: judge(current, this.sent) });
  }

  /** The ids that the service confirmed with a Plant, as JSON, as they were sent. A request may have none. */
  get created(): readonly string[] {
    const ids = this.sent.filter(({ outcome }) => isPlant(outcome)).map(({ testCase }) => testCase.plant.id);
    return ids.filter((id) => id !== undefined && id !== null).map(toJson);
  }

  /** Makes one line of a text, of up to 300 characters, without the token. */
  toLine(text: string): string {
    return toSafeLine(this.#redact(text), 300);
  }
}
