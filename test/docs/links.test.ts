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

const withoutCodeBlocks = (text: string) => text.replaceAll(/^(`{3,})[\s\S]*?^\1$/gm, "");

function anchorsIn(text: string): readonly string[] {
  const seen = new Map<string, number>();
  const headings = withoutCodeBlocks(text).matchAll(/^#+ +(.+?) *$/gm);
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

function linksIn(text: string): readonly string[] {
  const prose = withoutCodeBlocks(text).replaceAll(/`[^`\n]*`/g, "");
  const inline = prose.matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g);
  const html = prose.matchAll(/\b(?:src|srcset|href)="([^"]+)"/g);
  const definitions = prose.matchAll(/^\[[^\]]+\]: (\S+)$/gm);
  return [...inline, ...html, ...definitions].map(([, target = ""]) => target);
}

function linkProblem(page: string, link: string): string | undefined {
  if (/^https?:\/\//.test(link)) {
    return URL.canParse(link) ? undefined : "not a URL";
  }
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? page : normalize(join(dirname(page), decodeURIComponent(path))).replaceAll("\\", "/");
  if (!existsSync(new URL(target, root))) {
    return "no such file";
  }
  return anchor === undefined || anchorsIn(readPage(target)).includes(anchor) ? undefined : "no such heading";
}

it.each(pages)("links only to files and headings that exist: %s", (page) => {
  const broken = linksIn(readPage(page)).flatMap((link) => {
    const problem = linkProblem(page, link);
    return problem ? [`${link}: ${problem}`] : [];
  });
  expect(broken).toEqual([]);
});

it("finds broken links", () => {
  expect(linksIn('[a](b.md) ![c](d.png "e") `[f](g.md)` <img src="h.png">\n[i]: j.md\n')).toEqual([
    "b.md",
    "d.png",
    "h.png",
    "j.md",
  ]);
  expect(anchorsIn("# `a` & b!\n## c\n## c\n```sh\n# d\n```\n")).toEqual(["a--b", "c", "c-1"]);
  expect(linkProblem("docs/mock.md", "no-such-page.md")).toBe("no such file");
  expect(linkProblem("docs/mock.md", "#no-such-heading")).toBe("no such heading");
  expect(linkProblem("docs/mock.md", "../README.md#install")).toBeUndefined();
});

it("lists every page in docs/README.md", () => {
  const links = linksIn(readPage("docs/README.md"));
  const documents = readdirSync(new URL("docs/", root)).filter((name) => name.endsWith(".md") && name !== "README.md");
  expect(links).toEqual(expect.arrayContaining(documents));
});
