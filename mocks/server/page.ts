import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import type { ResponseParts } from "../messages.ts";

const FILES = ["index.html", "style.css", "icon.svg", "main.js", "details.js", "curl.js", "list.js", "dom.js"];
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  js: "text/javascript; charset=utf-8",
  yaml: "text/yaml; charset=utf-8",
};

/** The routes of the page, its files and the contract. The build copies the page's folder next to the module. */
export const PAGE_ROUTES = {
  ...Object.fromEntries(
    FILES.map((name) => [
      name === "index.html" ? "/" : `/__mock/page/${name}`,
      { GET: () => fileResponse(fileURLToPath(new URL(`./page/${name}`, import.meta.url))) },
    ]),
  ),
  "/__mock/openapi.yaml": {
    GET: () => fileResponse(createRequire(import.meta.url).resolve("plant-store-sdk/openapi.yaml")),
  },
};

/** Reads a file when somebody asks for it. */
function fileResponse(path: string): ResponseParts {
  return {
    status: 200,
    headers: {
      "content-type": String(CONTENT_TYPES[extname(path).slice(1)]),
      "cache-control": "no-store",
      "content-security-policy":
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
    },
    body: readFileSync(path, "utf8"),
  };
}
