/** Runs one contender in a process of its own, so that others affect neither its heap nor its compiler. */
const [module, options] = process.argv.slice(2);
const { createCall } = await import(module);
const { call, check, callAll = callInTurn } = await createCall(JSON.parse(options));

async function callInTurn({ calls, inFlight = 1 }, latenciesMs) {
  let left = calls;
  const callUntilDone = async () => {
    while (left-- > 0) {
      const startMs = performance.now();
      await call();
      latenciesMs.push(performance.now() - startMs);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, callUntilDone));
}

async function measure(work) {
  const latenciesMs = [];
  const startMs = performance.now();
  await callAll(work, latenciesMs);
  const ms = performance.now() - startMs;
  latenciesMs.sort((a, b) => a - b);
  const percentile = (share) => latenciesMs[Math.floor(latenciesMs.length * share)];
  const { length: count } = latenciesMs;
  const total = { count, us: (ms * 1_000) / count, perSecond: (count * 1_000) / ms };
  return { ...total, p50Ms: percentile(0.5), p99Ms: percentile(0.99) };
}

process.on("message", async (message) => {
  const result = message === "check" ? check() : measure(message);
  process.send(await result.catch((error) => ({ failure: error.message.slice(0, 300) })));
});
process.on("disconnect", () => process.exit());
process.send("ready");
