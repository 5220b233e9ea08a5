import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = new URL("../../", import.meta.url);

test("no file of the package has a path of this machine in it", () => {
  const built = readdirSync(new URL("dist", root)).map((name) => `dist/${name}`);
  const paths = [fileURLToPath(root), `${homedir()}/`, `${tmpdir()}/`];
  for (const file of [...built, "openapi.yaml", "package.json", "README.md", "CHANGELOG.md"]) {
    const text = readFileSync(new URL(file, root), "utf8");
    assert.deepEqual(
      paths.filter((path) => text.includes(path)),
      [],
      file,
    );
  }
});
