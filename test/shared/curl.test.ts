import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { toCurl } from "../../src/shared/curl.ts";

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
  Uint8Array.of(0x7b, 0xff, 0),
];

const request = {
  method: "POST",
  url: "http://127.0.0.1:4010/v1/plants",
  headers: { "content-type": "application/json", authorization: "Bearer [redacted]" } as Record<string, string>,
};

/** Runs commands with a curl that writes down its arguments and its input. */
function run(shell: string, commands: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), "plant-store-curl-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const curl = 'curl() { printf "%s\\0" "$@" > "arguments$n"; cat > "input$n"; }';
  const script = [curl, ...commands.flatMap((command, index) => [`n=${index}`, command])].join("\n");
  const env = { PATH: process.env.PATH, PLANT_STORE_TOKEN: "a $(touch pwned) token" };
  execFileSync(shell, ["-c", script], { cwd: folder, env, stdio: "ignore" });
  expect(readdirSync(folder).filter((name) => !/^(?:arguments|input)\d+$/.test(name))).toEqual([]);
  return commands.map((_, index) => {
    const options = readFileSync(join(folder, `arguments${index}`), "latin1").split("\0");
    const raw = options.indexOf("--data-raw");
    const input = readFileSync(join(folder, `input${index}`));
    const body = raw === -1 ? input : Buffer.from(options[raw + 1] ?? "", "latin1");
    return { options: options.slice(0, -1), body };
  });
}

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

  it.each(SHELLS)("sends hostile bodies, headers and URLs unchanged, without control characters, in %s", (shell) => {
    const url = `${request.url}?a='$(touch pwned)[1-9]{a,b}`;
    const value = "'\"$(touch pwned)`!!\\ \t\x80\x9b\xff -x";
    const headers = { "x-a": value, "x-b": "", authorization: "Bearer [redacted]" };
    const commands = [toCurl({ ...request, url, headers }), ...HOSTILE.map((body) => toCurl({ ...request, body }))];
    expect(commands.join("\n")).not.toMatch(/[^\P{C}\n]|\p{Zl}|\p{Zp}/u);
    const [special, ...others] = run(shell, commands);
    expect(special?.options).toEqual([
      ...["--globoff", url, "--request", "POST", "--header", `x-a: ${value}`, "--header", "x-b;"],
      ...["--header", "Authorization: Bearer a $(touch pwned) token"],
    ]);
    expect(others.map(({ body }) => body)).toEqual(HOSTILE.map((body) => Buffer.from(body as string)));
  });

  it("keeps curl from adding a content type that the request didn't have", () => {
    expect(toCurl({ ...request, headers: {}, body: "{}" })).toContain("--header 'content-type:'");
  });
});
