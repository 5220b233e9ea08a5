import { existsSync } from "node:fs";
import { dirname, posix } from "node:path";
import { expect, it } from "vitest";
import { listPages, readPage } from "../../scripts/snippets.ts";

const root = new URL("../../", import.meta.url);

const withoutCodeBlocks = (text: string) => text.replaceAll(/^ *(`{3,})[\s\S]*?^ *\1$/gm, "");

/** A repeated anchor ends in the number of those before it. */
const anchorsIn = (text: string) =>
  Array.from(withoutCodeBlocks(text).matchAll(/^#+ +(.+?) *$/gm), ([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
      .replaceAll(" ", "-"),
  ).map((anchor, index, all) => {
    const count = all.slice(0, index).filter((other) => other === anchor).length;
    return count === 0 ? anchor : `${anchor}-${count}`;
  });

const linksIn = (text: string) =>
  Array.from(
    withoutCodeBlocks(text).matchAll(/`[^`\n]*`|\]\(<?([^)\s>]+)>?\)|\b(?:src|srcset|href)="([^"]+)"/g),
    ([, markdown, html]) => markdown ?? html ?? "",
  );

function isBroken(page: string, link: string): boolean {
  if (/^https?:\/\//.test(link)) {
    return !URL.canParse(link);
  }
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? page : posix.join(dirname(page), decodeURIComponent(path));
  return !existsSync(new URL(target, root)) || (anchor !== undefined && !anchorsIn(readPage(target)).includes(anchor));
}

it.each(listPages())("links only to files and headings that exist: %s", (page) => {
  expect(linksIn(readPage(page)).filter((link) => isBroken(page, link))).toEqual([]);
});

it("finds broken links", () => {
  const links = linksIn(
    '[a](no-such-page.md) `[f](g.md)` <img src="no-such.png"> [c](#no-such) [d](../README.md#install)',
  );
  const broken = links.filter((link) => isBroken("docs/mock.md", link));
  expect(broken).toEqual(["no-such-page.md", "no-such.png", "#no-such"]);
});

it("lists every page in docs/README.md", () => {
  const listed = linksIn(readPage("docs/README.md")).map((link) => `docs/${link}`);
  const documents = listPages().filter((page) => page.startsWith("docs/") && page !== "docs/README.md");
  expect(listed).toEqual(expect.arrayContaining(documents));
});
