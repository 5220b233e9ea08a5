import { readdir, readFile } from "node:fs/promises";
import { expect, it } from "vitest";

const folder = new URL("../../conformance/", import.meta.url);

it("leans on neither the client nor the mock, and on no package", async () => {
  const files = await readdir(folder);
  const sources = await Promise.all(files.map((file) => readFile(new URL(file, folder), "utf8")));
  const imported = sources.flatMap((source) =>
    // Not those of the examples in comments.
    Array.from(source.matchAll(/^(?! \*).*(?:from |import\()"(.*)"/gm), (hit) => hit[1]),
  );
  expect(imported.length).toBeGreaterThan(10);
  expect(imported.filter((path) => !path?.startsWith("./"))).toEqual([]);
});
