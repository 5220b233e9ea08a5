import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { toCurl } from "../../src/shared/curl.ts";

const request = {
  method: "POST",
  url: "http://127.0.0.1:4010/v1/plants",
  headers: { "content-type": "application/json", authorization: "Bearer [redacted]" },
};

const SHELLS = ["sh", "bash"].filter((shell) => spawnSync(shell, ["-c", ":"]).status === 0);

const HOSTILE = [
  "'; touch pwned; '",
  '"; touch pwned; "',
  "$(touch pwned) `touch pwned` $PLANT_STORE_TOKEN",
  "'\\'' \\' \\\\ \\",
  "!! !touch %s %d %% \\n \\101",
  "line\nline\n\nline\n",
  "-n",
  "@/etc/passwd",
  "Grünlilie 🌱",
  '{"id": 9007199254740993, "name": "O\'Neil\'s \\u0000 fern"}',
];

/** Runs a command with a curl that writes down its arguments. */
function runWith(shell: string, command: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), "plant-store-curl-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const env = { PATH: process.env.PATH, PLANT_STORE_TOKEN: "a $(touch pwned) token" };
  const curl = 'curl() { printf "%s\\0" "$@" > arguments; }';
  execFileSync(shell, ["-c", `${curl}\n${command}`], { cwd: folder, env, stdio: "ignore" });
  expect(readdirSync(folder)).toEqual(["arguments"]);
  return readFileSync(join(folder, "arguments"), "utf8").split("\0").slice(0, -1);
}

it("is easy to read when nothing in the request is special", () => {
  const headers = { host: "127.0.0.1:4010", ...request.headers, "content-length": "26", connection: "keep-alive" };
  expect(toCurl({ ...request, headers, body: '{"id":1,"name":"O\'Neil"}' })).toBe(
    [
      "curl --globoff http://127.0.0.1:4010/v1/plants",
      "--request POST",
      "--header 'content-type: application/json'",
      '--header "Authorization: Bearer $PLANT_STORE_TOKEN"',
      `--data-raw '{"id":1,"name":"O'\\''Neil"}'`,
    ].join(" \\\n  "),
  );
});

it("can be on one line with other options", () => {
  const layout = { command: "curl --include", separator: " " };
  expect(toCurl({ ...request, headers: {} }, layout)).toBe(
    "curl --include --globoff http://127.0.0.1:4010/v1/plants --request POST",
  );
});

it("keeps curl from adding a content type that the request didn't have", () => {
  expect(toCurl({ ...request, headers: {}, body: "{}" })).toContain("--header 'content-type:'");
});

describe.each(SHELLS)("in %s", (shell) => {
  it.each(HOSTILE)("sends the body %j unchanged", (body) => {
    const options = runWith(shell, toCurl({ ...request, body }) ?? "");
    expect(options.slice(-2)).toEqual(["--data-raw", body]);
  });

  it("sends a hostile method unchanged", () => {
    const options = runWith(shell, toCurl({ ...request, method: "a|`touch`&" }) ?? "");
    expect(options).toContain("a|`touch`&");
  });

  it("sends hostile headers and URLs unchanged, and the token of the variable", () => {
    const url = `${request.url}?a='$(touch pwned)[1-9]{a,b}`;
    const value = "'\"$(touch pwned)`!!\\ -x";
    const headers = { "x-a": value, authorization: "Bearer [redacted]" };
    expect(runWith(shell, toCurl({ ...request, url, headers }) ?? "")).toEqual([
      ...["--globoff", url, "--request", "POST", "--header", `x-a: ${value}`],
      ...["--header", "Authorization: Bearer a $(touch pwned) token"],
    ]);
  });
});

describe("there is no command for", () => {
  it.each([
    ["bytes", Uint8Array.of(0x7b, 0xff, 0)],
    ["a tab, which a terminal completes", "tab\t"],
    ["an escape sequence", "\u001b[201~\ntouch pwned\n"],
    ["NUL", "NUL \0"],
    ["a direction that changes", "bidi \u202e"],
  ])("a body with %s", (_, body) => {
    expect(toCurl({ ...request, body })).toBeUndefined();
  });

  it("a header or a URL beyond ASCII", () => {
    expect(toCurl({ ...request, headers: { "x-a": "\xe9" } })).toBeUndefined();
    expect(toCurl({ ...request, url: `${request.url}/\u001b` })).toBeUndefined();
  });
});
