import { existsSync, readdirSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, it } from "vitest";
import { listPages, readPage } from "../../scripts/snippets.ts";

const root = new URL("../../", import.meta.url);
const pages = [
  ...listPages(),
  ...readdirSync(new URL("docs/api/", root)).map((name) => `docs/api/${name}`),
  ".github/pull_request_template.md",
];

const withoutBlocks = (text: string) => text.replaceAll(/^(`{3,})[\s\S]*?^\1$/gm, "");

/** The anchors that GitHub gives to the headings of a page. */
function anchorsOf(text: string): readonly string[] {
  const seen = new Map<string, number>();
  const headings = withoutBlocks(text).matchAll(/^#+ +(.+?) *$/gm);
  return Array.from(headings, ([, heading = ""]) => {
    const shown = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll(/<[^>]*>/g, "");
    const anchor = shown
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
      .replaceAll(" ", "-");
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
}

function linksOf(text: string): readonly string[] {
  const prose = withoutBlocks(text).replaceAll(/`[^`\n]*`/g, "");
  const inline = prose.matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g);
  const html = prose.matchAll(/\b(?:src|srcset|href)="([^"]+)"/g);
  const definitions = prose.matchAll(/^\[[^\]]+\]: (\S+)$/gm);
  return [...inline, ...html, ...definitions].map(([, target = ""]) => target);
}

/** Why a link of a page leads nowhere, as far as that can be told without a network. */
function faultOf(page: string, link: string): string | undefined {
  if (/^https:\/\//.test(link)) {
    return URL.canParse(link) ? undefined : "it is no URL";
  }
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? page : normalize(join(dirname(page), decodeURIComponent(path))).replaceAll("\\", "/");
  if (!existsSync(new URL(target, root))) {
    return "there is no such file";
  }
  return anchor === undefined || anchorsOf(readPage(target)).includes(anchor) ? undefined : "there is no such heading";
}

it.each(pages)("has links that lead somewhere: %s", (page) => {
  const broken = linksOf(readPage(page)).flatMap((link) => {
    const fault = faultOf(page, link);
    return fault === undefined ? [] : [`${link}: ${fault}`];
  });
  expect(broken).toEqual([]);
});

it("finds links, and those that lead nowhere", () => {
  expect(linksOf('[a](b.md) ![c](d.png "e") `[f](g.md)` <img src="h.png">\n[i]: j.md\n')).toEqual([
    "b.md",
    "d.png",
    "h.png",
    "j.md",
  ]);
  expect(anchorsOf("# `a` & b!\n## c\n## c\n```sh\n# d\n```\n")).toEqual(["a--b", "c", "c-1"]);
  expect(faultOf("docs/mock.md", "no-such-page.md")).toBe("there is no such file");
  expect(faultOf("docs/mock.md", "#no-such-heading")).toBe("there is no such heading");
  expect(faultOf("docs/mock.md", "../README.md#try-it")).toBeUndefined();
});

it("has a page of contents that leads to every document", () => {
  const links = linksOf(readPage("docs/README.md"));
  const documents = readdirSync(new URL("docs/", root)).filter((name) => name.endsWith(".md") && name !== "README.md");
  expect(links).toEqual(expect.arrayContaining(documents));
});
