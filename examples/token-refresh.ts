/**
 * Caches an access token for all calls. Renews it before it expires, and when the service refuses it.
 * Needs: plant-store-sdk
 *   npx tsx token-refresh.ts
 */
import "./help.ts";
import { createPlantStoreClient, type FailedAttempt, type PlantStoreError, type RefusedToken } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";

const RENEW_EARLY_MS = 10_000;
const REQUEST_LIMIT_MS = 5_000;

/** Shares a token between all calls. If `requestToken` doesn't know the token's lifetime, it returns `Infinity`. */
export function cacheToken(requestToken: () => Promise<{ token: string; lifetimeMs: number }>, now = Date.now) {
  let current = { text: Promise.resolve(""), token: "", renewAtMs: 0 };

  return (refused?: RefusedToken): Promise<string> => {
    const requestedAtMs = now();
    // If another call has renewed the refused token, this one takes the new one.
    if (requestedAtMs >= current.renewAtMs || refused?.token === current.token) {
      // If it isn't there by then, the next call requests another.
      const renewed = { ...current, token: "", renewAtMs: requestedAtMs + REQUEST_LIMIT_MS };
      renewed.text = requestToken().then(({ token, lifetimeMs }) => {
        if (!/^\S+$/.test(token ?? "")) {
          throw new Error("There is no token in the response"); // an error of its own
        }
        renewed.token = token;
        renewed.renewAtMs = requestedAtMs + lifetimeMs - RENEW_EARLY_MS;
        return token;
      });
      renewed.text.catch(() => {
        renewed.renewAtMs = 0; // the next call requests another
      });
      current = renewed;
    }
    return current.text;
  };
}

/** Whether the service refused the token. This one sends the status 400, so its message tells it from a refused plant. */
export const isRefusedToken = (error: PlantStoreError): boolean =>
  error.response?.status === 401 || (error.name === "PlantStoreApiError" && error.message.includes("access token"));

/** Options of the client: sends a plant again with the new token, and what the client retries by default. */
export const renewal = {
  retries: 2,
  shouldRetry: ({ error, isTransient, mayHaveBeenCreated }: FailedAttempt) =>
    !mayHaveBeenCreated && (isTransient || isRefusedToken(error)),
  retryDelayMs: (retry: number, { error }: FailedAttempt) =>
    isRefusedToken(error) ? 0 : Math.random() * 500 * 2 ** retry,
};

let nowMs = 0;
let issued = 0;
let valid = "";
const requestToken = async () => {
  valid = `token-${++issued}`;
  return { token: valid, lifetimeMs: 60_000 };
};
const mock = createPlantStoreMock({ token: (token) => token === valid });

const { createPlant } = createPlantStoreClient({
  baseUrl: "https://plants.example.com",
  token: cacheToken(requestToken, () => nowMs),
  fetch: mock.fetch,
  ...renewal,
});

for (const seconds of [0, 49, 50, 70]) {
  nowMs = seconds * 1_000;
  if (seconds === 70) {
    valid = ""; // the service revokes the token
  }
  const results = await Promise.all([1, 2].map((id) => createPlant({ id, name: "Boston fern" })));
  console.log(`At ${seconds} s: created ${results.filter(({ data }) => data).length}, with token-${issued}`);
}
console.log(`Outcomes: ${mock.requests.map(({ outcome }) => outcome).join(", ")}`);

/* Prints:
At 0 s: created 2, with token-1
At 49 s: created 2, with token-1
At 50 s: created 2, with token-2
At 70 s: created 2, with token-3
Outcomes: created, created, created, created, created, created, refused, refused, created, created
*/
