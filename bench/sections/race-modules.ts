import { startChild } from "../child.ts";
import type { Peer } from "../peers.ts";
import { type Course, race, type Sample } from "../race.ts";
import type { Runtime } from "../runtimes.ts";
import type { Row } from "../statistics.ts";
import { able } from "./checks.ts";

/** A round: so many calls, one after the other or so many at once. */
export interface Work {
  readonly calls: number;
  readonly inFlight?: number;
}

/** What is to be raced: for each peer, what its module's createCall takes, and what a round of it is. */
interface Entries {
  readonly peers: readonly Peer[];
  readonly checks: Readonly<Record<string, Row>>;
  /** The address of the module. */
  readonly module: string;
  optionsOf(id: string): object;
  workOf(id: string): Work;
  /** How often all are started anew. @default 4 */
  readonly starts?: number | undefined;
}

/** Races the calls that a module makes for each peer, each in a process of its own. */
export function raceModules(
  { peers, checks, module, optionsOf, workOf, starts = 4 }: Entries,
  runtime: Runtime,
  isShort: boolean,
): Promise<Readonly<Record<string, Course>>> {
  const contenders = peers.map(({ id }) => ({
    id,
    async start() {
      const args = [module, JSON.stringify(optionsOf(id))];
      const child = await startChild<Work, Sample>(runtime, "contender.mjs", args);
      return { round: () => child.ask(workOf(id)), stop: child.stop };
    },
  }));
  const effort = isShort ? { starts: 2, rounds: 5, warmups: 3 } : { starts, rounds: 7, warmups: 3 };
  return race(able(contenders, checks), effort);
}
