import { OPERATIONS } from "./operations.ts";

type BaseUrl = { baseUrl: string; problem?: never } | { baseUrl?: never; problem: string };

/** Reads a base URL, without trailing slashes. A problem never quotes the value, which may contain a password. */
export function parseBaseUrl(value: unknown, name = "baseUrl"): BaseUrl {
  if (value === undefined) {
    return { problem: `${name} is required` };
  }
  if (value === "") {
    return { problem: `${name} must not be empty` };
  }
  let url: URL;
  try {
    // jsdom 21 has no `URL.canParse`.
    url = new URL(String(value));
  } catch {
    return { problem: `${name} must be an absolute URL, such as "https://plants.example.com/v1"` };
  }
  const { protocol, username, password, href } = url;
  if (protocol !== "http:" && protocol !== "https:") {
    return { problem: `${name} must start with http:// or https://` };
  }
  if (username || password) {
    return { problem: `${name} must not contain a user name or password` };
  }
  // `href` includes an empty query or fragment, which `search` and `hash` hide.
  if (/[?#]/.test(href)) {
    return { problem: `${name} must not contain a query or a fragment` };
  }
  const baseUrl = href.replace(/\/+$/, "");
  const path = Object.values(OPERATIONS).find(({ path }) => baseUrl.endsWith(path))?.path;
  return path ? { problem: `${name} must not end in ${path}, which is added to it` } : { baseUrl };
}
