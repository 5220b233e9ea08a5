/** Pastes the files of the recipe in the package's docs into the app that create-next-app made in "new". */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

rmSync("new/package.json");
cpSync("new", ".", { recursive: true });
rmSync("new", { recursive: true });

const read = (page) => readFileSync(`node_modules/plant-store-sdk/docs/${page}.md`, "utf8");
const [, recipe] = /^## Next\.js$(.*?)^## /ms.exec(read("recipes"));
const [addPlant] = /^<!-- docs\/snippets\/add-plant\.ts -->\n.*?^```$/ms.exec(read("errors"));
for (const [, file, code] of (recipe + addPlant).matchAll(/^<!-- docs\/snippets\/(\S+) -->\n```\w+\n(.*?)^```$/gms)) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, code);
}

const tsconfig = readFileSync("tsconfig.json", "utf8");
writeFileSync("tsconfig.json", tsconfig.replace('"ES2017"', '"ES2020"'));
