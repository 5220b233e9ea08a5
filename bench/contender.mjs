/**
 * One contender, in a process of its own: what others leave in the heap and in the compiler is none of its business.
 *
 *   node contender.mjs <module> <JSON of what the module's createCall takes>
 *
 * It answers `{ calls, inFlight }` with what so many calls cost each.
 */
const [module, options] = process.argv.slice(2);
const { createCall } = await import(module);
const call = await createCall(JSON.parse(options));

async function callUntil(queue, latenciesMs) {
  while (queue.left > 0) {
    queue.left -= 1;
    const startMs = performance.now();
    await call();
    latenciesMs.push(performance.now() - startMs);
  }
}

process.on("message", async ({ calls, inFlight }) => {
  const startMs = performance.now();
  let percentiles = {};
  if (inFlight === undefined) {
    for (let done = 0; done < calls; done++) {
      await call();
    }
  } else {
    const latenciesMs = [];
    const queue = { left: calls };
    await Promise.all(Array.from({ length: inFlight }, () => callUntil(queue, latenciesMs)));
    latenciesMs.sort((a, b) => a - b);
    const percentile = (share) => latenciesMs[Math.floor(latenciesMs.length * share)];
    percentiles = { p50Ms: percentile(0.5), p99Ms: percentile(0.99) };
  }
  const ms = performance.now() - startMs;
  process.send({
    us: (ms * 1_000) / calls,
    perSecond: (calls * 1_000) / ms,
    ...percentiles,
  });
});
process.on("disconnect", () => process.exit());
process.send("ready");
