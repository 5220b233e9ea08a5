import type { paths } from "../generated/openapi.ts";

export const METHOD = "POST";
export const PATH = "/plants" satisfies keyof paths;

export const toOperationUrl = (baseUrl: string): string => baseUrl + PATH;

export type BaseUrl = { baseUrl: string; problem?: never } | { baseUrl?: never; problem: string };

/** Reads a base URL. A problem never quotes the value, which may contain a password. */
export function parseBaseUrl(value: unknown, name = "baseUrl"): BaseUrl {
  if (value === undefined || value === "") {
    return { problem: `${name} is required` };
  }
  let url: URL;
  try {
    // Not `URL.canParse`, which jsdom 21 lacks.
    url = new URL(String(value));
  } catch {
    return {
      problem: `${name} must be an absolute URL, such as "https://plants.example.com/v1"`,
    };
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
  return baseUrl.endsWith(PATH) ? { problem: `${name} must not end in ${PATH}, which is added to it` } : { baseUrl };
}
