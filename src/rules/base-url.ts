import { PATH } from "./operation.ts";

export type BaseUrl = { baseUrl: string; problem?: never } | { baseUrl?: never; problem: string };

/** Reads a base URL. No problem quotes the value, which may contain a password. */
export function parseBaseUrl(value: unknown): BaseUrl {
  if (value === undefined || value === "") {
    return { problem: "baseUrl is required" };
  }
  const text = String(value);
  if (!URL.canParse(text)) {
    return {
      problem: 'baseUrl must be an absolute URL, such as "https://plants.example.com/v1" or location.origin + "/api"',
    };
  }
  const { protocol, username, password, href } = new URL(text);
  if (protocol !== "http:" && protocol !== "https:") {
    return { problem: "baseUrl must start with http:// or https://" };
  }
  if (username || password) {
    return { problem: "baseUrl must not contain a user name or password" };
  }
  // `href` keeps an empty query or fragment, which `search` and `hash` hide.
  if (/[?#]/.test(href)) {
    return { problem: "baseUrl must not contain a query or a fragment" };
  }
  const baseUrl = href.replace(/\/+$/, "");
  return baseUrl.endsWith(PATH) ? { problem: `baseUrl must not end in ${PATH}, which is added to it` } : { baseUrl };
}
