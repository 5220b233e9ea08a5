import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { getPageFile } from "../../mocks/app/page.ts";
import { mockApp } from "../support/mock-app.ts";

const PAGE = new URL("../../mocks/app/page/", import.meta.url);
const PAGE_FILES = readdirSync(PAGE);
const pageFile = (name: string) => readFileSync(new URL(name, PAGE), "utf8");

const TYPES: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
};

describe("GET /", () => {
  it("serves the page, which runs and loads nothing from elsewhere, whatever its query", async () => {
    const page = await mockApp().send("/?session=a&from=mail");
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page.headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(await page.text()).toBe(pageFile("index.html"));
  });

  it.each(["/my/mock", "/a b$&<", '/"><script>'])("writes no markup of the base path %s into the page", (path) => {
    const escaped = path.replace(/["&<>$]/g, (character) => `&#${character.charCodeAt(0)};`);
    expect(getPageFile("/", path)?.body).toContain(`href="${escaped}/__mock/`);
  });

  it.each(PAGE_FILES)("has no inline code, and adds text only as text: %s", (name) => {
    expect(pageFile(name)).not.toMatch(
      / on[a-z]+="|\bstyle="|<style|<script(?! type="module" src=)|@import|\burl\(|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(/,
    );
  });

  it("adds the examples in its forms", async () => {
    const { control } = mockApp();
    const examples = [...pageFile("index.html").matchAll(/<textarea[^>]*>([^<]*)/g)].map(([, text]) => text);
    expect((await control("POST", "/plants", examples[0]))[0]).toBe(201);
    expect((await control("POST", "/faults", examples[1]))[0]).toBe(201);
  });
});

describe("GET /__mock/page", () => {
  it.each(PAGE_FILES.filter((name) => name !== "index.html"))("serves %s", async (name) => {
    const response = await mockApp().send(`/__mock/page/${name}`);
    expect(response.headers.get("content-type")).toBe(TYPES[name.replace(/.*\./, "")]);
    expect(await response.text()).toBe(pageFile(name));
  });
});

describe("GET /__mock/openapi.yaml", () => {
  it("returns the contract", async () => {
    const response = await mockApp().send("/__mock/openapi.yaml?from=mail");
    expect(response.headers.get("content-type")).toBe("text/yaml; charset=utf-8");
    expect(await response.text()).toBe(readFileSync(new URL("../../openapi.yaml", import.meta.url), "utf8"));
  });
});
