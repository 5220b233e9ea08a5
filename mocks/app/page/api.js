// @ts-check
import { showMessage } from "./dom.js";

/** The mock's base URL, which may have a path. It has no credentials, since `fetch` rejects a URL with them. */
export const base = location.origin + new URL("../..", import.meta.url).pathname.replace(/\/$/, "");

export const session = new URLSearchParams(location.search).get("session") ?? "";

/** @param {string} path - of the control API, such as `plants?id=1` */
export function toUrl(path) {
  const url = new URL(`${base}/__mock/${path}`);
  url.searchParams.set("session", session);
  return url.href;
}

/** @param {string} problem */
export const showProblem = (problem) => showMessage(problem, "problem");

/**
 * Returns the response, or shows the user why it failed.
 * @param {string} path
 * @param {RequestInit} init
 * @param {string} done - the message after success
 * @param {(problem: string) => void} explain - shows why the mock refused the request
 */
export async function send(path, init, done, explain = showProblem) {
  try {
    const response = await fetch(toUrl(path), init);
    showMessage(response.ok ? done : "");
    if (response.ok) {
      return response;
    }
    explain((await response.json()).message);
  } catch (error) {
    showProblem(`The request failed: ${error}`);
  }
  return undefined;
}
