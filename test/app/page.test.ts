import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { mockApp } from "../support/mock-app.ts";

const FOLDER = new URL("../../mocks/app/page/", import.meta.url);
const PAGE_FILES = readdirSync(FOLDER);
const readSource = (name: string) => readFileSync(new URL(name, FOLDER), "utf8");

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
};

describe("the page", () => {
  it.each(PAGE_FILES)("is served, whatever its query: %s", async (name) => {
    const path = name === "index.html" ? "/?session=a&from=mail" : `/__mock/page/${name}`;
    const response = await mockApp().send(path);
    expect(response.headers.get("content-type")).toBe(TYPES[name.replace(/.*\./, "")]);
    expect(response.headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(await response.text()).toBe(readSource(name));
  });

  it.each(PAGE_FILES)("has no inline code, and adds text only as text: %s", (name) => {
    expect(readSource(name)).not.toMatch(
      / on[a-z]+="|\bstyle="|<style|<script(?! type="module" src=)|@import|\burl\(|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(/,
    );
  });

  it.each([
    ["/my/mock", "/my/mock"],
    ["/$&'", "/&#36;&#38;'"],
  ])("has links below the base path %s, as %s", async (basePath, escaped) => {
    const page = await (await mockApp({ basePath }).send("/")).text();
    expect(page.match(/ (?:href|src)="\/[^"]*"/g)?.length).toBe(page.split(`="${escaped}/__mock/`).length - 1);
  });

  it("has examples in its forms that can be added", async () => {
    const { control } = mockApp();
    const examples = [...readSource("index.html").matchAll(/<textarea[^>]*>([^<]*)/g)].map(([, text]) => text);
    expect((await control("POST", "/plants", examples[0]))[0]).toBe(201);
    expect((await control("POST", "/faults", examples[1]))[0]).toBe(201);
  });
});

it("serves the contract", async () => {
  const response = await mockApp().send("/__mock/openapi.yaml?from=mail");
  expect(response.headers.get("content-type")).toBe("text/yaml; charset=utf-8");
  expect(await response.text()).toBe(readSource("../../../openapi.yaml"));
});
