import axios from "axios";

export function createCall({ baseUrl, token, fetch }) {
  const client = axios.create({
    adapter: "fetch",
    baseURL: baseUrl,
    env: { fetch },
    headers: { authorization: `Bearer ${token}` },
    timeout: 30_000,
  });
  return async (newPlant) => (await client.post("/plants", newPlant)).data;
}
