import { readPage } from "../../scripts/snippets.ts";

/** A change to a file that "Add a field" in CONTRIBUTING.md shows: lines, and those to add below them. */
export interface FieldChange {
  readonly path: string;
  readonly below: string;
  readonly added: string;
}

export const FIELD_CHANGES: readonly FieldChange[] = Array.from(
  readPage("CONTRIBUTING.md").matchAll(/^ *```diff\n([\s\S]*?)^ *```$/gm),
  ([, indented = ""]) => {
    const diff = indented.replaceAll(/^ {3}/gm, "");
    const linesWith = (mark: string) =>
      Array.from(diff.matchAll(new RegExp(`^[${mark}](.*\n)`, "gm")), ([, line]) => line).join("");
    return { path: /^--- (.*)$/m.exec(diff)?.[1] ?? "", below: linesWith(" "), added: linesWith("+") };
  },
);
