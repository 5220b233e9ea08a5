import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FAULT_KINDS } from "../../../mocks/faults/fault.ts";
import { mockApp } from "../../support/mock-app.ts";

const FOLDER = new URL("../../../mocks/app/page/", import.meta.url);
const readSource = (name: string) => readFileSync(new URL(name, FOLDER), "utf8");

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
  yaml: "text/yaml; charset=utf-8",
};

const PAGE_FILES = readdirSync(FOLDER).map((name) => ({
  name,
  path: name === "index.html" ? "/" : `/__mock/page/${name}`,
}));

describe.each([...PAGE_FILES, { name: "../../../openapi.yaml", path: "/__mock/openapi.yaml" }])(
  "$path",
  ({ name, path }) => {
    it("is served as it is in the sources", async () => {
      const response = await mockApp().send(path);
      expect(await response.text()).toBe(readSource(name));
      expect(response.headers.get("content-type")).toBe(TYPES[name.replace(/.*\./, "")]);
    });

    it("is neither cached nor embedded", async () => {
      const { headers } = await mockApp().send(path);
      expect(Object.fromEntries(headers)).toMatchObject({
        "cache-control": "no-store",
        "content-security-policy":
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        "x-content-type-options": "nosniff",
        "cross-origin-resource-policy": "same-origin",
        "referrer-policy": "no-referrer",
      });
    });
  },
);

describe("the page", () => {
  it.each([
    ["/mock", "/mock", "./mock/__mock/"],
    ["/mock", "/mock?from=a/b", "./mock/__mock/"],
    ["/mock", "/mock/", "__mock/"],
    ["/a:b&c", "/a:b&c", "./a:b&#38;c/__mock/"],
    ["/mock", "/", "__mock/"],
  ])("has relative links at the basePath %s: %s", async (basePath, path, start) => {
    const page = await mockApp({ basePath }).send(path);
    expect(await page.text()).toContain(`href="${start}page/style.css"`);
  });

  const html = readSource("index.html");
  const offered = [...html.matchAll(/name="POST faults" value=(["'])(.+?)\1|<textarea.*?()>(.+)</g)].map(
    ([, , value, , text]) => value ?? text,
  );

  it("offers each fault that a server can apply", () => {
    expect(offered).toEqual(
      expect.arrayContaining(["503", ...Object.keys(FAULT_KINDS).filter((name) => name !== "unreachable")]),
    );
  });

  it.each(offered)("offers a valid fault: %s", async (fault) => {
    expect((await mockApp().control("POST", "/faults", fault))[0]).toBe(201);
  });
});
