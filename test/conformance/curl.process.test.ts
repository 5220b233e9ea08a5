import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { toCurl } from "../../conformance/curl.ts";

const SHELLS = ["sh", "bash"].filter((shell) => spawnSync(shell, ["-c", ":"]).status === 0);

const HOSTILE = [
  "'; touch pwned; '",
  '"; touch pwned; "',
  "$(touch pwned) `touch pwned` $PLANT_STORE_TOKEN",
  "'\\'' \\' \\\\ \\",
  "!! !touch %s %d %% \\n \\101",
  "-n",
  "@/etc/passwd",
  "Grünlilie 🌱",
  '{"id": 9007199254740993, "name": "O\'Neil\'s \\u0000 fern"}',
];

/** Runs a command with a curl that writes down its arguments. */
function runWith(shell: string, body: string, url = "http://127.0.0.1:4010/v1/plants"): string[] {
  const command = toCurl(url, { method: "POST", headers: { authorization: "Bearer [redacted]" }, body });
  const folder = mkdtempSync(join(tmpdir(), "plant-store-curl-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const env = { PATH: process.env.PATH, PLANT_STORE_TOKEN: "a $(touch pwned) token" };
  const curl = 'curl() { printf "%s\\0" "$@" > arguments; }';
  execFileSync(shell, ["-c", `${curl}\n${command}`], { cwd: folder, env, stdio: "ignore" });
  expect(readdirSync(folder)).toEqual(["arguments"]);
  return readFileSync(join(folder, "arguments"), "utf8").split("\0").slice(0, -1);
}

describe.each(SHELLS)("in %s", (shell) => {
  it.each(HOSTILE)("sends the body %j unchanged", (body) => {
    expect(runWith(shell, body).slice(-2)).toEqual(["--data-raw", body]);
  });

  it("sends a hostile URL unchanged", () => {
    const url = "http://127.0.0.1:4010/?a='$(touch pwned)[1-9]{a,b}";
    expect(runWith(shell, "", url)).toContain(url);
  });

  it("sends the token of the variable", () => {
    expect(runWith(shell, "")).toContain("Authorization: Bearer a $(touch pwned) token");
  });
});
