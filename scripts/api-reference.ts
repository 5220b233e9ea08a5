/**
 * Makes the API reference, docs/api, from the doc comments of all public names, as typedoc.json says. With `--check` it
 * writes nothing, and fails when that folder is stale.
 *
 * Either way it fails where a doc comment says too little. TypeDoc finds names without one, and links to nowhere;
 * `gapsIn` finds what else a reader would miss.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  Application,
  type Comment,
  type DeclarationReflection,
  type ProjectReflection,
  ReflectionKind,
  ReflectionType,
  type SignatureReflection,
  TSConfigReader,
  TypeDocReader,
} from "typedoc";

const output = fileURLToPath(new URL("../docs/api", import.meta.url));
const isCheck = process.argv.includes("--check");

/** What others made, and this package hands on: no clause of the interface speaks of it. */
const ABOUT_NO_CLAUSE = ["PlantStoreError", "offline", "PlantCondition", "PlantQuery"];

/** What the user writes, and the package calls. */
const GIVEN_BY_THE_USER = /Options$|^Middleware/;

const app = await Application.bootstrapWithPlugins({}, [new TypeDocReader(), new TSConfigReader()]);
const warn = app.logger.warn.bind(app.logger);
app.logger.warn = (text: string, ...place: never[]) => {
  // TypeDoc counts a field of a valibot schema twice, and its one comment with it.
  if (!text.includes("has multiple declarations with a comment")) {
    warn(text, ...place);
  }
};

const project = await app.convert();
if (project === undefined) {
  throw new Error("TypeDoc could not read the sources.");
}
app.validate(project);
for (const gap of gapsIn(project)) {
  app.logger.error(gap);
}

const made = isCheck ? mkdtempSync(join(tmpdir(), "plant-store-api-")) : output;
try {
  app.options.setValue("out", made);
  await app.generateOutputs(project);
  if (app.logger.hasErrors() || app.logger.hasWarnings()) {
    process.exitCode = 1;
  }
  if (isCheck && JSON.stringify(textsIn(made)) !== JSON.stringify(textsIn(output))) {
    console.error('docs/api is stale: run "npm run docs" and commit the result.');
    process.exitCode = 1;
  }
} finally {
  if (isCheck) {
    rmSync(made, { recursive: true });
  }
}

/** What the doc comments of public names lack. */
function gapsIn(project: ProjectReflection): string[] {
  const gaps: string[] = [];
  const need = (isThere: boolean, of: DeclarationReflection, what: string) => {
    if (!isThere) {
      gaps.push(`${of.getFriendlyFullName()} lacks ${what}`);
    }
  };
  const names = (project.children ?? []).flatMap((module) => module.children ?? []);
  for (const name of names) {
    const members = name.children ?? [];
    need(
      ABOUT_NO_CLAUSE.includes(name.name) || [name, ...members].some(namesClause),
      name,
      "the clause that it is about, such as (I11), or the words: the interface is silent",
    );
    if (name.kind === ReflectionKind.Class) {
      need(hasTag(name.comment, "@example"), name, "an @example");
    }
    const isGiven = GIVEN_BY_THE_USER.test(name.name);
    for (const callable of [name, ...members].filter((each) => !isGiven && signaturesOf(each).length > 0)) {
      const comment = commentOf(callable);
      const isQuiet = /throws\s+nothing/i.test(textOf(comment));
      need(hasTag(comment, "@example"), callable, "an @example");
      need(isQuiet || hasTag(comment, "@throws"), callable, "a @throws, or the words: throws nothing");
    }
    for (const member of members) {
      const comment = commentOf(member);
      if (name.name.endsWith("Options") && member.flags.isOptional) {
        need(hasTag(comment, "@default"), member, "a @default");
      }
      if (member.name.endsWith("Ms")) {
        need(textOf(comment).includes("milliseconds"), member, "its unit, milliseconds");
      }
    }
  }
  return gaps;
}

function signaturesOf({ kind, signatures, type }: DeclarationReflection): readonly SignatureReflection[] {
  if (kind === ReflectionKind.Constructor) {
    return [];
  }
  return signatures ?? (type instanceof ReflectionType ? type.declaration.signatures : undefined) ?? [];
}

/** TypeDoc gives the comment of a function or a method to its signature. */
function commentOf(reflection: DeclarationReflection): Comment | undefined {
  return reflection.comment ?? signaturesOf(reflection)[0]?.comment;
}

function namesClause(reflection: DeclarationReflection): boolean {
  return /\bI(?:1[0-3]|[1-9])\b|the interface is silent/i.test(textOf(commentOf(reflection)));
}

function hasTag(comment: Comment | undefined, tag: "@default" | "@example" | "@throws"): boolean {
  return comment?.getTag(tag) !== undefined;
}

function textOf(comment: Comment | undefined): string {
  const parts = [...(comment?.summary ?? []), ...(comment?.blockTags ?? []).flatMap(({ content }) => content)];
  return parts.map(({ text }) => text).join("");
}

/** Every file of a folder, and what is in it. */
function textsIn(folder: string): readonly (readonly [string, string])[] {
  return readdirSync(folder)
    .sort()
    .map((name) => [name, readFileSync(join(folder, name), "utf8")] as const);
}
