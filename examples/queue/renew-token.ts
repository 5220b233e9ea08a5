import type { FailedAttempt, PlantStoreError, RefusedToken } from "plant-store-sdk";

const RENEW_EARLY_MS = 10_000;
const REQUEST_LIMIT_MS = 5_000;

/**
 * Shares a token between all calls. Renews it ten seconds before it expires, or after half of a shorter lifetime than 20
 * seconds. `requestToken` must request a new token each time. If it doesn't know the token's lifetime, it returns `Infinity`.
 */
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
        renewed.renewAtMs = requestedAtMs + lifetimeMs - Math.min(RENEW_EARLY_MS, lifetimeMs / 2);
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

/** Whether the service refused the token: with 401, or 400, like a plant. Adapt the pattern to what yours sends. */
export const isRefusedToken = (error: PlantStoreError): boolean =>
  error.response?.status === 401 || (error.name === "PlantStoreApiError" && /access.token/i.test(error.message));

/** Options of the client: sends a plant again with the new token, and what the client retries by default. */
export const renewal = {
  retries: 2, // a renewal is one of them
  shouldRetry: ({ error, isTransient, mayHaveBeenCreated }: FailedAttempt) =>
    !mayHaveBeenCreated && (isTransient || isRefusedToken(error)),
  retryDelayMs: (retry: number, { error }: FailedAttempt) =>
    isRefusedToken(error) ? 0 : Math.random() * 500 * 2 ** retry,
};
