import { Bench } from "tinybench";

const processorTime = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/**
 * Runs tasks in turns, so that other work on the machine affects all of them.
 * With `calls`, measures the processor time of that many calls at once, since reading it takes a microsecond.
 * Returns the median of each task's ratios to the first task of the same round.
 */
export async function compare(tasks, { rounds, warmups = 2, timeMs = 100, calls, beforeRound = () => {} }) {
  const ratios = new Map(Object.keys(tasks).map((name) => [name, []]));
  for (let round = -warmups; round < rounds; round++) {
    await beforeRound();
    const bench = new Bench({
      time: timeMs,
      iterations: 1,
      warmup: false,
      throws: true,
      ...(calls && { now: processorTime }),
    });
    for (const [name, task] of Object.entries(tasks)) {
      bench.add(name, calls ? repeat(task, calls) : task);
    }
    const results = await bench.run();
    for (const { name, result } of round < 0 ? [] : results) {
      ratios.get(name).push(result.latency.mean / results[0].result.latency.mean);
    }
  }
  return Object.fromEntries([...ratios].slice(1).map(([name, values]) => [name, median(values)]));
}

const repeat = (task, times) => async () => {
  for (let call = 0; call < times; call++) {
    await task();
  }
};

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
