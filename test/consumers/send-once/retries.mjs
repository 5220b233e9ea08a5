/** Libraries that repeat a failed call, and users who do, send one request. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { MutationObserver, QueryClient } from "@tanstack/query-core";
import pRetry from "p-retry";
import { createPlantStoreClient, sendOnce, unwrap } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { defer, firstValueFrom, retry } from "rxjs";

const REPEATS = {
  "React Query": (send) => {
    const options = { mutationFn: send, retry: 3, retryDelay: 0, networkMode: "always" };
    return new MutationObserver(new QueryClient(), options).mutate();
  },
  RxJS: (send) => firstValueFrom(defer(send).pipe(retry(3))),
  "p-retry": (send) => pRetry(send, { retries: 3, minTimeout: 0 }),
  "A double click": (send) => Promise.all([send(), send()]),
  "A second form": (send) => send().catch(send),
};

for (const [name, repeat] of Object.entries(REPEATS)) {
  for (const fault of ["connection", 503, "timeout"]) {
    test(`${name} sends one request: ${fault}`, async () => {
      const mock = createPlantStoreMock();
      const options = { baseUrl: "https://plants.example.com", token: "any-token", timeoutMs: 50, fetch: mock.fetch };
      const createPlant = sendOnce(createPlantStoreClient(options).createPlant);
      mock.failWhen({}, fault);
      let calls = 0;
      const send = () => {
        calls += 1;
        return createPlant({ id: 1, name: "Fern" }).then(unwrap);
      };
      await assert.rejects(repeat(send), { mayHaveBeenCreated: true });
      assert.ok(calls > 1);
      assert.equal(mock.requests.length, 1);
    });
  }
}
