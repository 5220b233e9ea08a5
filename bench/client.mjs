const TIMEOUT_MS = 30_000;

const authorization = (token) => ({ authorization: `Bearer ${token}` });

const CLIENTS = {
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

async function withDeadline(work) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}

const PLANT = '{"name":"Monstera deliciosa","tag":"tropical"}';

const json = (status, text) => new Response(text, { status, headers: { "content-type": "application/json" } });

export async function createCall({ client, baseUrl }) {
  const options = { baseUrl: baseUrl ?? "https://plants.example.com", token: "an-access-token" };
  const create = (fetch) => CLIENTS[client]({ ...options, fetch });
  const call = await create(baseUrl ? globalThis.fetch : async () => json(200, PLANT));
  const newPlant = { id: 1042, ...JSON.parse(PLANT) };
  const { name, tag } = await call(newPlant);
  if (JSON.stringify({ name, tag }) !== PLANT) {
    throw new Error("The client returned another plant.");
  }
  return {
    call: () => call(newPlant),
    check: async () => ({
      bigintId: await sentId(create, 9007199254740993n),
      numberId: await sentId(create, Number("9007199254740993")),
      error: await outcome(async () => {
        const createPlant = await create(async () => json(400, '{"error":7,"message":"No room"}'));
        return `returns ${JSON.stringify(await createPlant({ id: 1, name: "Fern" }))}`;
      }),
    }),
  };
}

function sentId(create, id) {
  return outcome(async () => {
    let body;
    const fetch = async (input, init) => {
      body = init?.body ?? (await input.text());
      return json(200, PLANT);
    };
    const createPlant = await create(fetch);
    await createPlant({ id, name: "Fern" });
    return `sends ${/"id":("?\d+"?)/.exec(body)?.[1] ?? body}`;
  });
}

const outcome = (work) => work().catch((error) => `throws ${error.name ?? "the body"}: ${error.message}`);
