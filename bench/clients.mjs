/** Creates functions that each send a NewPlant with one client. All send a token, and time out after 30 seconds. */
import axios from "axios";
import { createFetch } from "ofetch";
import createOpenapiFetch from "openapi-fetch";
import { createPlantStoreClient, unwrap } from "../dist/index.js";

const TIMEOUT_MS = 30_000;
const TOKEN = "an-access-token";
const authorization = `Bearer ${TOKEN}`;

async function withTimeout(send) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
  try {
    return await send(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** The first one is the reference. ky requires Node 22. */
export async function createClients(baseUrl, fetch) {
  return {
    "hand-written": (newPlant) =>
      withTimeout(async (signal) => {
        const headers = { authorization, "content-type": "application/json" };
        const response = await fetch(`${baseUrl}/plants`, {
          method: "POST",
          headers,
          body: JSON.stringify(newPlant),
          signal,
        });
        const plant = await response.json();
        if (!response.ok) {
          throw new Error(plant.message);
        }
        return plant;
      }),
    "plant-store-sdk": usePlantStore(baseUrl, fetch),
    "openapi-fetch": useOpenapiFetch(baseUrl, fetch),
    axios: useAxios(baseUrl, fetch),
    ofetch: useOfetch(baseUrl, fetch),
    ...(Number.parseInt(process.versions.node, 10) >= 22 && { ky: await useKy(baseUrl, fetch) }),
  };
}

function usePlantStore(baseUrl, fetch) {
  const { createPlant } = createPlantStoreClient({ baseUrl, token: TOKEN, fetch, timeoutMs: TIMEOUT_MS });
  return (newPlant) => createPlant(newPlant).then(unwrap);
}

function useOpenapiFetch(baseUrl, fetch) {
  const client = createOpenapiFetch({ baseUrl, fetch, headers: { authorization } });
  return (body) =>
    withTimeout(async (signal) => {
      const { data, error } = await client.POST("/plants", { body, signal });
      if (error) {
        throw new Error(error.message);
      }
      return data;
    });
}

function useAxios(baseURL, fetch) {
  const client = axios.create({
    adapter: "fetch",
    baseURL,
    env: { fetch },
    headers: { authorization },
    timeout: TIMEOUT_MS,
  });
  return async (newPlant) => (await client.post("/plants", newPlant)).data;
}

function useOfetch(baseURL, fetch) {
  const send = createFetch({ fetch, defaults: { baseURL, headers: { authorization }, timeout: TIMEOUT_MS } });
  return (body) => send("/plants", { method: "POST", body });
}

async function useKy(baseUrl, fetch) {
  const { default: ky } = await import("ky");
  const client = ky.create({ fetch, headers: { authorization }, timeout: TIMEOUT_MS });
  return (newPlant) => client.post(`${baseUrl}/plants`, { json: newPlant }).json();
}
