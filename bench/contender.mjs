/**
 * Runs one contender in a process of its own, so that others affect neither its heap nor its compiler.
 *
 *   node contender.mjs <module> <JSON of the options of the module's createCall>
 *
 * Answers `{ calls, inFlight }` with the cost of a call, and "check" with what the contender does in special cases.
 */
const [module, options] = process.argv.slice(2);
const { createCall } = await import(module);
const { call, check } = await createCall(JSON.parse(options));

async function measure({ calls, inFlight }) {
  const startMs = performance.now();
  const latencies = inFlight === undefined ? await callAll(calls) : await callAtOnce(calls, inFlight);
  const ms = performance.now() - startMs;
  return { us: (ms * 1_000) / calls, perSecond: (calls * 1_000) / ms, ...latencies };
}

async function callAll(calls) {
  for (let done = 0; done < calls; done++) {
    await call();
  }
}

async function callAtOnce(calls, inFlight) {
  const latenciesMs = [];
  let left = calls;
  const callUntilDone = async () => {
    while (left-- > 0) {
      const startMs = performance.now();
      await call();
      latenciesMs.push(performance.now() - startMs);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, callUntilDone));
  latenciesMs.sort((a, b) => a - b);
  const percentile = (share) => latenciesMs[Math.floor(latenciesMs.length * share)];
  return { p50Ms: percentile(0.5), p99Ms: percentile(0.99) };
}

process.on("message", async (message) => process.send(await (message === "check" ? check() : measure(message))));
process.on("disconnect", () => process.exit());
process.send("ready");
