import { expect, it } from "vitest";
import { readPage } from "../../scripts/snippets.ts";
import { FIELD_CHANGES } from "../support/field-recipe.ts";

it.each(FIELD_CHANGES)("adds a field below lines that occur once: $path", ({ path, below }) => {
  expect(readPage(path).split(below)).toHaveLength(2);
});
