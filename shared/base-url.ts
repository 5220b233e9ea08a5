import { OPERATIONS } from "./operations.ts";

/** Returns what is wrong with a base URL, without quoting it: it may contain a password. */
export function baseUrlProblem(value: unknown, name: string): string | undefined {
  if (value === undefined) {
    return `${name} is required`;
  }
  if (value === "") {
    return `${name} must not be empty`;
  }
  let url: URL;
  try {
    // jsdom 21 has no `URL.canParse`.
    url = new URL(String(value));
  } catch {
    return `${name} must be an absolute URL, such as "https://plants.example.com/v1"`;
  }
  const { protocol, username, password, href } = url;
  if (protocol !== "http:" && protocol !== "https:") {
    return `${name} must start with http:// or https://`;
  }
  if (username || password) {
    return `${name} must not contain a user name or password`;
  }
  // `href` includes an empty query or fragment, which `search` and `hash` hide.
  if (/[?#]/.test(href)) {
    return `${name} must not contain a query or a fragment`;
  }
  const path = Object.values(OPERATIONS).find(({ path }) => toBaseUrl(href).endsWith(path))?.path;
  return path && `${name} must not end in ${path}, which is added to it`;
}

/** Writes a valid base URL without trailing slashes. */
export const toBaseUrl = (url: string | URL): string => new URL(url).href.replace(/\/+$/, "");
