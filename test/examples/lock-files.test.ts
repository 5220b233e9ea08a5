import { expect, it } from "vitest";
import { readPage } from "../../scripts/snippets.ts";

const readJson = (path: string) => JSON.parse(readPage(path));

it.each(["examples/react"])("locks what package.json says: %s", (folder) => {
  const { dependencies, devDependencies } = readJson(`${folder}/package.json`);
  expect(readJson(`${folder}/package-lock.json`).packages[""]).toMatchObject(
    JSON.parse(JSON.stringify({ dependencies, devDependencies })),
  );
});
