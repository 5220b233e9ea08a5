/**
 * Keeps an access token: renews it before it expires, and once more where the service refuses it all the same.
 *
 *   npx tsx examples/token-refresh.ts
 */
import { type CreatePlantResult, createPlantStoreClient, type NewPlant } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";

const RENEW_EARLY_MS = 10_000; // a token should not expire on its way

function cachedToken(requestToken: () => Promise<{ token: string; lifetimeMs: number }>, now = Date.now) {
  let token: Promise<string> | undefined;
  let renewAtMs = 0;
  const forget = (used: Promise<string>) => {
    token = token === used ? undefined : token; // another call may have renewed it meanwhile
  };
  const get = (): Promise<string> => {
    if (token === undefined || now() >= renewAtMs) {
      renewAtMs = Number.POSITIVE_INFINITY; // calls that come meanwhile wait for the same token
      const asked = requestToken().then((given) => {
        renewAtMs = now() + given.lifetimeMs - RENEW_EARLY_MS;
        return given.token;
      });
      asked.catch(() => forget(asked)); // the next call asks again
      token = asked;
    }
    return token;
  };
  return { get, forget };
}

// In place of your identity provider, its clock, and the service.
let nowMs = 0;
let issued = 0;
let valid = "";
const requestToken = async () => {
  valid = `token-${++issued}`;
  return { token: valid, lifetimeMs: 60_000 };
};
const mock = createPlantStoreMock({ token: (token) => token === valid });
const tokens = cachedToken(requestToken, () => nowMs);
const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: tokens.get, fetch: mock.fetch });

async function createPlant(newPlant: NewPlant): Promise<CreatePlantResult> {
  const used = tokens.get(); // the one that the client is about to take
  const result = await client.createPlant(newPlant);
  if (result.error) {
    // Nothing was created, so asking again is safe. Whether the token was at fault, the interface has no way to say.
    tokens.forget(used);
  }
  return result.error ? client.createPlant(newPlant) : result;
}

for (const seconds of [0, 49, 50, 51]) {
  nowMs = seconds * 1_000;
  valid = seconds === 51 ? "" : valid; // the service revokes the token
  const both = await Promise.all([1, 2].map((id) => createPlant({ id, name: "Boston fern" })));
  console.log(`At ${seconds} s: ${both.filter(({ data }) => data).length} of 2 created, with token-${issued}`);
}
console.log(`The service saw: ${mock.requests.map(({ outcome }) => outcome).join(", ")}`);
