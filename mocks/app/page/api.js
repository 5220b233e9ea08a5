// @ts-check
import { say } from "./dom.js";

/** The mock's base URL, which may have a path. It has no credentials, since `fetch` rejects a URL with them. */
export const base = location.origin + new URL("../..", import.meta.url).pathname.replace(/\/$/, "");

export const session = new URLSearchParams(location.search).get("session") ?? "";

/** @param {string} path - of the control API, such as `plants?id=1` */
export function toUrl(path) {
  const url = new URL(`${base}/__mock/${path}`);
  url.searchParams.set("session", session);
  return url.href;
}

/**
 * Returns the response, or shows the user why it failed.
 * @param {string} path
 * @param {RequestInit} init
 * @param {string} done - the message after success
 */
export async function send(path, init, done) {
  try {
    const response = await fetch(toUrl(path), init);
    if (response.ok) {
      say(done);
      return response;
    }
    say((await response.json()).message, "problem");
  } catch (error) {
    say(`The request failed: ${error}`, "problem");
  }
  return undefined;
}
