import { OPERATIONS } from "./operations.ts";

/** Returns what is wrong with a base URL, without quoting it: it may contain a password. */
export function baseUrlProblem(value: unknown, name: string): string | undefined {
  if (value === undefined) {
    return `${name} is required`;
  }
  if (value === "") {
    return `${name} must not be empty`;
  }
  let href: string;
  try {
    // jsdom 21 has no `URL.canParse`.
    href = toHref(value);
  } catch {
    return `${name} must be an absolute URL, such as "https://plants.example.com/v1"`;
  }
  // Reads only `href`: React Native before 0.80 has no `protocol`. And `search` and `hash` hide an empty query or fragment.
  if (!/^https?:/.test(href)) {
    return `${name} must start with http:// or https://`;
  }
  if (/^\w+:\/\/[^/?#]*@/.test(href)) {
    return `${name} must not contain a user name or password`;
  }
  if (/[?#]/.test(href)) {
    return `${name} must not contain a query or a fragment`;
  }
  const path = Object.values(OPERATIONS).find(({ path }) => toBaseUrl(href).endsWith(path))?.path;
  return path && `${name} must not end in ${path}, which is added to it`;
}

/** Writes a valid base URL without trailing slashes. */
export const toBaseUrl = (url: string | URL): string => toHref(url).replace(/\/+$/, "");

/** React Native's `URL` takes only text. */
const toHref = (url: unknown): string => new URL(String(url)).href;
