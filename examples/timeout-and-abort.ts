/**
 * Ends calls that take too long, by `timeoutMs`, and calls that nobody needs any more, by a signal. What had been sent by
 * then may have been created all the same: to end a call is not to undo it.
 *
 *   npx tsx examples/timeout-and-abort.ts
 */
import { createPlantStoreClient, PlantStoreTimeoutError } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";

const mock = createPlantStoreMock();
const client = createPlantStoreClient({
  baseUrl: "https://plants.example.com",
  token: "any-token",
  fetch: mock.fetch,
  timeoutMs: 5_000, // for every call: the token, all attempts, and the waits between them
});
const fern = { id: 1042, name: "Boston fern" };
const whatItThrows = (call: Promise<unknown>) => call.then(() => undefined).catch((error: unknown) => error);

mock.failNext("timeout");
const tooLate = await whatItThrows(client.createPlant(fern, { timeoutMs: 50 }));
console.log(`A time limit for one call:   ${tooLate instanceof PlantStoreTimeoutError && tooLate.message}`);

// The call rejects with the very reason of the abort, so you know your own when you see it.
const leaving = new AbortController();
const reason = new Error("The person left the page.");
mock.failNext("timeout");
const call = whatItThrows(client.createPlant(fern, { signal: leaving.signal }));
leaving.abort(reason);
console.log(`An abort with a reason:      ${(await call) === reason && reason.message}`);

const aborted = await whatItThrows(client.createPlant(fern, { signal: leaving.signal }));
console.log(`A signal that had aborted:   ${aborted === reason && "nothing is sent"}`);

// One signal for several calls, which ends whatever is still under way.
const closing = new AbortController();
const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(60_000)]);
mock.failNext("timeout", "timeout");
const calls = [1, 2, 3].map((id) => client.createPlant({ id, name: "Aloe vera" }, { signal }));
await calls[2];
closing.abort();
const states = (await Promise.allSettled(calls)).map(({ status }) => status);
console.log(`One signal for three calls:  ${states.join(", ")}`);
