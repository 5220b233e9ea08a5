/**
 * Ends calls with `timeoutMs` or a signal. The service may still create the plant of a call that was ended.
 * Needs: plant-store-sdk
 *   npx tsx timeout-and-abort.ts
 */
import "./help.ts";
import { createPlantStoreClient, PlantStoreAbortError, PlantStoreTimeoutError } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";

const mock = createPlantStoreMock();
const client = createPlantStoreClient({
  baseUrl: "https://plants.example.com",
  token: "any-token",
  fetch: mock.fetch,
  timeoutMs: 5_000,
});
const fern = { id: 1042, name: "Boston fern" };
const describeAbort = (error: unknown) =>
  error instanceof PlantStoreAbortError &&
  `${(error.cause as Error).message} ${error.mayHaveBeenCreated ? "The plant may exist." : "Nothing was sent."}`;
const errorFrom = (call: Promise<unknown>) => call.then(() => undefined).catch((error: unknown) => error);

mock.failNext("timeout");
const timeout = await errorFrom(client.createPlant(fern, { timeoutMs: 50 }));
console.log(`A timeout for one call:      ${timeout instanceof PlantStoreTimeoutError && timeout.message}`);

const leaving = new AbortController();
const reason = new Error("The user left the page.");
mock.failNext("timeout");
const call = errorFrom(client.createPlant(fern, { signal: leaving.signal }));
setTimeout(() => leaving.abort(reason), 50);
console.log(`An abort with a reason:      ${describeAbort(await call)}`);

const aborted = await errorFrom(client.createPlant(fern, { signal: leaving.signal }));
console.log(`An aborted signal:           ${describeAbort(aborted)}`);

const closing = new AbortController();
const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(60_000)]);
mock.failNext("timeout", "timeout");
const calls = [1, 2, 3].map((id) => client.createPlant({ id, name: "Aloe vera" }, { signal }));
await calls[2];
closing.abort();
const states = (await Promise.allSettled(calls)).map(({ status }) => status);
console.log(`One signal for three calls:  ${states.join(", ")}`);

/* Prints:
A timeout for one call:      POST https://plants.example.com/plants timed out after 50 ms (it may have been created)
An abort with a reason:      The user left the page. The plant may exist.
An aborted signal:           The user left the page. Nothing was sent.
One signal for three calls:  rejected, rejected, fulfilled
*/
