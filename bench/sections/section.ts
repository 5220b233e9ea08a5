import type { Runtime } from "../runtimes.ts";
import type { Row } from "../statistics.ts";

/** What is measured together, in one run. */
export interface SectionOf {
  readonly name: string;
  /** In the short form few rounds are run, of what the project's own install brings. */
  measure(runtime: Runtime, isShort: boolean): Promise<Readonly<Record<string, Row>>>;
}
