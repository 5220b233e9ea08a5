import { readFileSync } from "node:fs";

// Each program imports this first. With --help, it prints the comment at the top of the program instead of running it.
const [, program = "", flag] = process.argv;
if (flag === "--help") {
  const [, comment = ""] = /^\/\*\*\n(.*?)\n \*\//s.exec(readFileSync(program, "utf8")) ?? [];
  console.log(comment.replaceAll(/^ \* ?/gm, ""));
  process.exit();
}
