/** What one round of a contender measured: numbers, by name. */
export type Sample = Readonly<Record<string, number>>;

/** A contender that has started. */
export interface Running {
  round(): Promise<Sample>;
  stop(): Promise<void> | void;
}

export interface Contender {
  readonly id: string;
  start(): Promise<Running>;
}

/** What a contender did in all rounds, or why it could do none. */
export type Course = { readonly samples: readonly Sample[] } | { readonly fails: string };

export interface RaceOptions {
  /** How often everything is started anew: where a process lands in memory, and what its compiler thinks, is chance. */
  readonly starts: number;
  /** The rounds after each start. */
  readonly rounds: number;
  /** The rounds after each start that don't count. */
  readonly warmups: number;
}

/** Runs the contenders in turns, so that whatever else the machine does falls on all of them. */
export async function race(
  contenders: readonly Contender[],
  { starts, rounds, warmups }: RaceOptions,
): Promise<Readonly<Record<string, Course>>> {
  const samples = new Map<string, Sample[]>(contenders.map(({ id }) => [id, []]));
  const failed = new Map<string, string>();
  for (let start = 0; start < starts; start++) {
    const running = new Map<string, Running>();
    for (const contender of contenders.filter(({ id }) => !failed.has(id))) {
      await unlessFails(contender.id, failed, async () => {
        running.set(contender.id, await contender.start());
      });
    }
    for (let round = -warmups; round < rounds; round++) {
      for (const [id, each] of rotated([...running], start + round + warmups)) {
        await unlessFails(id, failed, async () => {
          const sample = await each.round();
          if (round >= 0) {
            samples.get(id)?.push(sample);
          }
        });
        if (failed.has(id)) {
          running.delete(id);
          await each.stop();
        }
      }
    }
    await Promise.all([...running.values()].map((each) => each.stop()));
  }
  return Object.fromEntries(
    [...samples].map(([id, each]): [string, Course] => {
      const fails = failed.get(id);
      return [id, fails === undefined ? { samples: each } : { fails }];
    }),
  );
}

async function unlessFails(id: string, failed: Map<string, string>, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    failed.set(id, (error as Error).message);
  }
}

/** Another one first in each round: nobody always comes after the same one. */
function rotated<T>(items: readonly T[], by: number): readonly T[] {
  const first = items.length === 0 ? 0 : by % items.length;
  return [...items.slice(first), ...items.slice(0, first)];
}
