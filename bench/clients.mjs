/** A createPlant function by hand, the baseline, and by each client. All send a token and give up after 30 seconds. */
const TIMEOUT_MS = 30_000;

const authorization = (token) => ({ authorization: `Bearer ${token}` });

export const CLIENTS = {
  "by-hand":
    ({ baseUrl, token, fetch }) =>
    async (newPlant) => {
      const controller = new AbortController();
      const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
      try {
        const response = await fetch(`${baseUrl}/plants`, {
          method: "POST",
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
          body: JSON.stringify(newPlant),
          signal: controller.signal,
        });
        const plant = await response.json();
        if (!response.ok) {
          throw new Error(plant.message);
        }
        return plant;
      } finally {
        clearTimeout(timer);
      }
    },
  async "plant-store-sdk"(options) {
    const { createPlantStoreClient, unwrap } = await import("plant-store-sdk");
    const { createPlant } = createPlantStoreClient(options);
    return (newPlant) => createPlant(newPlant).then(unwrap);
  },
  async "openapi-fetch"({ baseUrl, token, fetch }) {
    const { default: createClient } = await import("openapi-fetch");
    const client = createClient({ baseUrl, fetch });
    client.use({ onRequest: ({ request }) => request.headers.set("authorization", `Bearer ${token}`) });
    return (newPlant) =>
      withDeadline(async (signal) => {
        const { data, error } = await client.POST("/plants", { body: newPlant, signal });
        if (error) {
          throw new Error(error.message);
        }
        return data;
      });
  },
  async ofetch({ baseUrl, token, fetch }) {
    const { createFetch } = await import("ofetch");
    const defaults = { baseURL: baseUrl, headers: authorization(token), timeout: TIMEOUT_MS };
    const call = createFetch({ fetch, Headers, AbortController, defaults });
    return (newPlant) => call("/plants", { method: "POST", body: newPlant });
  },
  async wretch({ baseUrl, token, fetch }) {
    const [{ default: wretch }, { default: abort }] = [await import("wretch"), await import("wretch/addons/abort")];
    const client = wretch(baseUrl).addon(abort()).fetchPolyfill(fetch).auth(`Bearer ${token}`);
    return (newPlant) => client.url("/plants").post(newPlant).setTimeout(TIMEOUT_MS).json();
  },
  async ky({ baseUrl, token, fetch }) {
    const { default: ky } = await import("ky");
    const client = ky.create({ fetch, headers: authorization(token), timeout: TIMEOUT_MS });
    return (newPlant) => client.post(`${baseUrl}/plants`, { json: newPlant }).json();
  },
  async axios({ baseUrl, token, fetch }) {
    const { default: axios } = await import("axios");
    const options = { adapter: "fetch", baseURL: baseUrl, env: { fetch }, timeout: TIMEOUT_MS };
    const client = axios.create({ ...options, headers: authorization(token) });
    return async (newPlant) => (await client.post("/plants", newPlant)).data;
  },
  async "octokit-request"({ baseUrl, token, fetch }) {
    const { request } = await import("@octokit/request");
    const call = request.defaults({ baseUrl, headers: authorization(token) });
    return (newPlant) =>
      withDeadline(async (signal) => (await call("POST /plants", { ...newPlant, request: { fetch, signal } })).data);
  },
  async "hey-api"({ baseUrl, token, fetch }) {
    const { createClient, createPlant } = await import("./node_modules/.cache/hey-api/index.mjs");
    const client = createClient({ baseUrl, auth: token, fetch });
    const options = { client, throwOnError: true };
    return (newPlant) =>
      withDeadline(async (signal) => (await createPlant({ ...options, body: newPlant, signal })).data);
  },
};

/** Adds the time limit to clients that have none of their own. */
async function withDeadline(work) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}
