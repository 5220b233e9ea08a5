import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toCurl } from "../../mocks/server/page/curl.js";

const SHELLS = ["sh", "bash"].filter((shell) => spawnSync(shell, ["-c", ":"]).status === 0);
const HOSTILE = [
  "'; touch pwned; '",
  '"; touch pwned; "',
  "$(touch pwned) `touch pwned` $PLANT_STORE_TOKEN",
  "'\\'' \\' \\\\ \\",
  "!! !touch %s %d %% \\n \\101",
  "line\nline\n\nline\n",
  "tab\t carriage\r return \u0003 \u001b[201~\ntouch pwned\n",
  "NUL \0 and \0",
  "C1 \u0085\u009b, bidi \u202e, separators \u2028\u2029, byte order mark \ufeff",
  "-n",
  "@/etc/passwd",
  "Grünlilie 🌱",
  '{"id": 9007199254740993, "name": "O\'Neil\'s \\u0000 fern"}',
];

const request = {
  method: "POST",
  url: "http://127.0.0.1:4010/v1/plants",
  headers: { "content-type": "application/json", authorization: "Bearer [redacted]" } as Record<string, string>,
};

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "plant-store-curl-"));
  // In place of curl: writes down its arguments and its input.
  writeFileSync(join(folder, "curl"), '#!/bin/sh\nprintf "%s\\0" "$@" > arguments\ncat > input\n');
  chmodSync(join(folder, "curl"), 0o755);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the command in a shell. Returns curl's options, the body, and what else the folder then contains. */
function run(shell: string, command: string) {
  const env = { PATH: `${folder}${delimiter}${process.env.PATH}`, PLANT_STORE_TOKEN: "a $(touch pwned) token" };
  execFileSync(shell, ["-c", command], { cwd: folder, env, stdio: "ignore" });
  const options = readFileSync(join(folder, "arguments"), "latin1").split("\0").slice(0, -1);
  const raw = options.indexOf("--data-raw");
  const body = raw === -1 ? readFileSync(join(folder, "input")) : Buffer.from(options[raw + 1] ?? "", "latin1");
  return { options, body: body.toString("utf8"), files: readdirSync(folder).sort() };
}

describe.each(SHELLS)("a request as a curl command, in %s", (shell) => {
  it.each(HOSTILE)("sends the body unchanged: %j", (body) => {
    const { body: sent, files } = run(shell, toCurl({ ...request, body }));
    expect(sent).toBe(body);
    expect(files).toEqual(["arguments", "curl", "input"]);
  });

  it("sends hostile headers and a hostile URL unchanged", () => {
    const value = "'\"$(touch pwned)`!!\\ \t\x80\x9b\xff -x";
    const { options, files } = run(
      shell,
      toCurl({ ...request, url: `${request.url}?a='$(touch pwned)[1-9]{a,b}`, headers: { "x-a": value, "x-b": "" } }),
    );
    expect(options).toEqual([
      "--globoff",
      `${request.url}?a='$(touch pwned)[1-9]{a,b}`,
      "--request",
      "POST",
      "--header",
      `x-a: ${value}`,
      "--header",
      "x-b;",
    ]);
    expect(files).toEqual(["arguments", "curl", "input"]);
  });

  it("reads the token from PLANT_STORE_TOKEN", () => {
    expect(run(shell, toCurl({ ...request, body: "{}" })).options).toContain(
      "Authorization: Bearer a $(touch pwned) token",
    );
  });
});

describe("a request as a curl command", () => {
  it("is easy to read when nothing in it is special", () => {
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

  it("keeps curl from adding a content type that the request didn't have", () => {
    expect(toCurl({ ...request, headers: {}, body: "{}" })).toContain("--header 'content-type:'");
  });

  it.each(HOSTILE)("contains no control characters: %j", (body) => {
    expect(toCurl({ ...request, headers: { "x-a": "\t\x9b" }, body })).not.toMatch(/[^\P{C}\n]|\p{Zl}|\p{Zp}/u);
  });
});
