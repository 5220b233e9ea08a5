import { createFetch } from "ofetch";

export function createCall({ baseUrl, token, fetch }) {
  const call = createFetch({
    fetch,
    Headers,
    AbortController,
    defaults: { baseURL: baseUrl, headers: { authorization: `Bearer ${token}` }, timeout: 30_000 },
  });
  return (newPlant) => call("/plants", { method: "POST", body: newPlant });
}
