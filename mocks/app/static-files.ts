import { createReply, type SentReply } from "../wire/reply.ts";
import { type AppRequest, removeQuery } from "./app-request.ts";
import { CONTRACT, PAGE_FILES } from "./generated/assets.ts";

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  js: "text/javascript; charset=utf-8",
  yaml: "text/yaml; charset=utf-8",
};

export const CONTRACT_PATH = "/__mock/openapi.yaml";

const FILES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(PAGE_FILES).map(
    ([name, text]) => [name === "index.html" ? "/" : `/__mock/page/${name}`, text] as const,
  ),
  [CONTRACT_PATH, CONTRACT],
]);

const PAGE_HEADERS = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
};

const toFile = (extension: string, text: string): SentReply =>
  createReply(200, text, { ...PAGE_HEADERS, "content-type": String(CONTENT_TYPES[extension]) });

/** Returns the page, one of its files or the contract. */
export function findFile({ path, originalTarget }: AppRequest): SentReply | undefined {
  const text = FILES.get(path);
  if (text === undefined) {
    return undefined;
  }
  return path === "/" ? toFile("html", adjustLinks(text, originalTarget)) : toFile(path.replace(/.*\./, ""), text);
}

/**
 * The links of the page are relative, since a proxy may have changed the path, and they need a slash at the end of its address.
 * Without the slash, they get the last segment of the address. A redirect wouldn't end in Next.js, which removes the slash.
 */
function adjustLinks(html: string, originalTarget: string): string {
  const segment = removeQuery(originalTarget).replace(/.*\//s, "");
  // A segment with a colon would be a scheme without "./".
  const prefix = segment === "" ? "" : `./${escapeAttribute(segment)}/`;
  return html.replace(/(?<= (?:href|src)=")(?=__mock\/)/g, () => prefix);
}

const escapeAttribute = (text: string): string =>
  text.replace(/["&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
