// @ts-check
import { find, setText, showMessage } from "./dom.js";

/** @typedef {import("../snapshot.ts").Snapshot} Snapshot */

const INTERVAL_MS = 1_000;
const TIMEOUT_MS = 10_000;

/** The mock's base URL, which may have a path. It has no credentials, since `fetch` rejects a URL with them. */
export const base = location.origin + new URL("../..", import.meta.url).pathname.replace(/\/$/, "");

/** @param {string} path - of the control API, such as `plants?id=1` */
const toUrl = (path) => `${base}/__mock/${path}`;

/** @param {string} problem */
const showProblem = (problem) => showMessage(problem, "problem");

/** Ends the pause before the next update. */
let wake = () => {};

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
    wake();
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

/** Shown after a refusal, until the user clicks it. */
const again = find("again");

/**
 * Shows the mock once a second while the page is visible. Pauses when the mock refuses, since a browser asks for a password
 * after each refusal.
 * @param {(snapshot: Snapshot) => void} show
 */
export async function follow(show) {
  for (;;) {
    if (!document.hidden && again.hidden) {
      await update(show);
    }
    await new Promise((resolve) => {
      wake = () => resolve(undefined);
      setTimeout(wake, INTERVAL_MS);
    });
  }
}
document.addEventListener("visibilitychange", () => wake());
again.addEventListener("click", () => {
  document.querySelector("a")?.focus();
  again.hidden = true;
  wake();
});

let isLive = false;
let updatedAt = "never";

/** @param {(snapshot: Snapshot) => void} show */
async function update(show) {
  const { snapshot, problem, isRefused } = await ask();
  if (snapshot) {
    if (!isLive) {
      showMessage("");
    }
    updatedAt = new Date().toLocaleTimeString("en-GB");
    show(snapshot);
  } else {
    showProblem(problem);
  }
  isLive = snapshot !== undefined;
  const connection = find("connection");
  connection.className = isLive ? "badge created" : "badge refused";
  setText(connection, isLive ? "Live" : `${isRefused ? "Refused" : "Not connected"}. Last update: ${updatedAt}`);
  find("main").className = isLive ? "" : "old";
  again.hidden = !isRefused;
}

/** @returns {Promise<{ snapshot?: Snapshot, problem: string, isRefused: boolean }>} */
async function ask() {
  try {
    const response = await fetch(toUrl("page/snapshot"), { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.ok) {
      return { snapshot: await response.json(), problem: "", isRefused: false };
    }
    const { status } = response;
    const { message } = await response.json().catch(() => ({ message: `This address returned status ${status}.` }));
    return { problem: message, isRefused: status === 401 || status === 403 };
  } catch {
    return { problem: "The mock doesn't respond.", isRefused: false };
  }
}
