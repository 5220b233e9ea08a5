import { textResponse } from "../responses.ts";
import { CONTRACT, PAGE_FILES } from "./generated/assets.ts";

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  js: "text/javascript; charset=utf-8",
  yaml: "text/yaml; charset=utf-8",
};

const FILES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(PAGE_FILES).map(
    ([name, text]) => [name === "index.html" ? "/" : `/__mock/page/${name}`, text] as const,
  ),
  ["/__mock/openapi.yaml", CONTRACT],
]);

/** Returns the page, one of its files or the contract. The links of the page start with the base path. */
export function getPageFile(path: string, basePath: string): Response | undefined {
  const text = FILES.get(path);
  if (text === undefined) {
    return undefined;
  }
  const extension = path === "/" ? "html" : path.replace(/.*\./, "");
  return textResponse(200, path === "/" ? addBasePath(text, basePath) : text, {
    "content-type": String(CONTENT_TYPES[extension]),
    "cache-control": "no-store",
    "content-security-policy":
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
  });
}

const addBasePath = (html: string, basePath: string): string =>
  html.replace(/(?<= (?:href|src)=")(?=\/)/g, escapeAttribute(basePath));

const escapeAttribute = (path: string): string =>
  path.replace(/["&<>$]/g, (character) => `&#${character.charCodeAt(0)};`);
