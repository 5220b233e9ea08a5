import wretch from "wretch";
import AbortAddon from "wretch/addons/abort";

export function createCall({ baseUrl, token, fetch }) {
  const client = wretch(baseUrl).addon(AbortAddon()).fetchPolyfill(fetch).auth(`Bearer ${token}`);
  return (newPlant) => client.url("/plants").post(newPlant).setTimeout(30_000).json();
}
