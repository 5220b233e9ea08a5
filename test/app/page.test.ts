import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { getPageFile } from "../../mocks/app/page.ts";
import { mockApp } from "../support/mock-app.ts";

const FOLDER = new URL("../../mocks/app/page/", import.meta.url);
const readSource = (name: string) => readFileSync(new URL(name, FOLDER), "utf8");

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
  yaml: "text/yaml; charset=utf-8",
};

describe("the page", () => {
  it.each([
    ...readdirSync(FOLDER).map((name) => ({ name, path: name === "index.html" ? "/" : `/__mock/page/${name}` })),
    { name: "../../../openapi.yaml", path: "/__mock/openapi.yaml" },
  ])("serves $path, whatever its query, without inline code and code that adds HTML", async ({ name, path }) => {
    const response = await mockApp().send(`${path}?session=a&from=mail`);
    const text = await response.text();
    expect(text).toBe(readSource(name));
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": TYPES[name.replace(/.*\./, "")],
      "cache-control": "no-store",
      "content-security-policy":
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "no-referrer",
    });
    expect(text).not.toMatch(
      / on[a-z]+="|\bstyle="|<style|<script(?! type="module" src=)|@import|\burl\(|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(/,
    );
  });

  it("escapes the path at which it is served", async () => {
    expect(await getPageFile("/", '/"&<>$')?.text()).toContain('href="/&#34;&#38;&#60;&#62;&#36;/__mock/');
  });

  it("has examples in its forms that can be added", async () => {
    const { control } = mockApp();
    const [fault, plant] = [...readSource("index.html").matchAll(/<textarea[^>]*>([^<]*)/g)].map(([, text]) => text);
    expect((await control("POST", "/plants", plant))[0]).toBe(201);
    expect((await control("POST", "/faults", fault))[0]).toBe(201);
  });
});
