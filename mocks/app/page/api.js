// @ts-check
import { find, showMessage, showProblem } from "./dom.js";

/** The mock's base URL, which may have a path. It has no credentials, since `fetch` rejects a URL with them. */
export const base = location.origin + new URL("../..", import.meta.url).pathname.replace(/\/$/, "");

/** The page has no other parameter, so an `&` that somebody typed belongs to the name. */
export const session = new URLSearchParams(location.search.replaceAll("&", "%26")).get("session") ?? "";

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
 * @param {HTMLElement} problemPlace
 */
export async function send(path, init, done, problemPlace = find("message")) {
  try {
    const response = await fetch(toUrl(path), init);
    if (response.ok) {
      showMessage(done);
      return response;
    }
    showProblem((await response.json()).message, problemPlace);
  } catch (error) {
    showProblem(`The request failed: ${error}`);
  }
  return undefined;
}
