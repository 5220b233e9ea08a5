import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { runOffline, startExample } from "./support/example.ts";
import { rawAnswer, startRawServer } from "./support/raw-server.ts";

const EXAMPLES = fileURLToPath(new URL("../examples/", import.meta.url));
const MAX_LINES = 60;

/** What each example writes when it runs offline; how long something took reads 0.0 ms. */
const outputs: Readonly<Record<string, string>> = {
  "first-plant.ts": `Created: Monstera deliciosa
`,
  "handle-outcomes.ts": `all is well → created: Boston fern
{"error":7,"message":"No room."} → refused with status 400: No room. (error 7)
"connection" → unknown, the plant may exist: POST https://plants.example.com/plants got no complete answer: the mock lost the connection, as it was told to
"timeout" → unknown, the plant may exist: POST https://plants.example.com/plants took more than timeoutMs, 500 ms.
"malformed" → unknown, status 200 with "{\\"name\\":\\"Monstera"
"html" → unknown, status 502 with "<!doctype html><title>50"
an id that is not exact → not sent, correct it: id must be a bigint beyond ±9007199254740991, such as 9007199254740993n
no token → not sent, sign in again: The token function must give a string that a header can carry.
`,
  "token-refresh.ts": `At 0 s: 2 of 2 created, with token-1
At 49 s: 2 of 2 created, with token-1
At 50 s: 2 of 2 created, with token-2
At 51 s: 2 of 2 created, with token-3
The service saw: created, created, created, created, created, created, refused, refused, created, created
`,
  "timeout-and-abort.ts": `A time limit for one call:   POST https://plants.example.com/plants took more than timeoutMs, 50 ms.
An abort with a reason:      The person left the page.
A signal that had aborted:   nothing is sent
One signal for three calls:  rejected, rejected, fulfilled
`,
  "retries.ts": `Busy twice, and it says that we may ask again at once:
  answers: 503, 503, 200
  created: Boston fern; plants in the store: 1
A lost connection, and a wait of up to half a second:
  answers: no answer, 200
  created: Boston fern; plants in the store: 1
A refusal, which would be the same again:
  answers: 400
  PlantStoreApiError: No room.; plants in the store: 0
Two minutes are longer than anybody waits:
  answers: 503
  PlantStoreApiError: Busy.; plants in the store: 0
Busy for more than three retries:
  answers: 503, 503, 503, 503
  PlantStoreApiError: Busy.; plants in the store: 0
A connection that is lost after the plant was created:
  answers: no answer, 200
  created: Boston fern; plants in the store: 2
`,
  "exact-ids.ts": `From code, as a bigint:
  sent: {"id":9007199254740993,"name":"Aloe vera"}
From a database whose driver gives a bigint, such as node:sqlite with setReadBigInts(true):
  sent: {"id":9223372036854775807,"name":"Ficus lyrata"}
From a database whose driver gives text, as pg does for int8; from a form, or a URL:
  sent: {"id":-9223372036854775808,"name":"Boston fern"}
From JSON, in which ids should travel as text:
  sent: {"id":9007199254740995,"name":"Calathea"}
As a number, beyond 2^53, which is refused before anything is sent:
  9007199254740992 is no longer what was written. The newPlant is invalid: id must be a bigint beyond ±9007199254740991, such as 9007199254740993n
As text that is no int64:
  "9223372036854775808": The plant id is invalid: must be the digits of an int64
  "1e3": The plant id is invalid: must be the digits of an int64
  "007": The plant id is invalid: must be the digits of an int64
  " 7": The plant id is invalid: must be the digits of an int64
Into JSON, which knows no bigint, they go as text again:
  [{"id":"9007199254740993","name":"Aloe vera"},{"id":"9223372036854775807","name":"Ficus lyrata"},{"id":"-9223372036854775808","name":"Boston fern"},{"id":"9007199254740995","name":"Calathea"}]
`,
  "form-validation.ts": `{"id":"","name":"","tag":""}
  id: id is required
  name: name is required
{"id":"a dozen","name":"Boston fern"}
  id: id must be an integer from -9223372036854775808 to 9223372036854775807
{"id":"1042","name":"Boston fern"}
  the form: No room for another plant.
{"id":"9007199254740993","name":"Aloe vera","tag":""}
  created
In the store: [ { id: 9007199254740993n, name: 'Aloe vera' } ]
`,
  "tracing-middleware.ts": `
◆ POST /plants, span 0000000000000001
    error.type = PlantStoreConnectionError

◆ POST /plants, span 0000000000000002
    http.response.status_code = 200

The service was told:
    00-0af7651916cd43dd8448eb211c80319c-0000000000000001-01
    00-0af7651916cd43dd8448eb211c80319c-0000000000000002-01
`,
  "logging-middleware.ts": `
A plant is created:
  → POST https://plants.example.com/plants (content-type: application/json, x-request-id: r-17)
  ← 200 after 0.0 ms

The service refuses one:
  → POST https://plants.example.com/plants (content-type: application/json, x-request-id: r-17)
  ← 400 after 0.0 ms

The connection is lost, and the client asks again:
  → POST https://plants.example.com/plants (content-type: application/json, x-request-id: r-17)
  ← PlantStoreConnectionError after 0.0 ms
  → POST https://plants.example.com/plants (content-type: application/json, x-request-id: r-17)
  ← 200 after 0.0 ms
`,
  "create-plant.ts": `
🌱 Plant Store at the mock in this process (nothing leaves it)

  ✔ #1042              Monstera deliciosa, tropical
  ✔ #9007199254740993  Aloe vera, succulent
  ✘ #1042              Ficus lyrata
      refused with 400, error 400: The id 1042 is in use, and this mock was made with duplicateIds: "reject".

The mock now holds 2 plants. Its last one has the id 9007199254740993, to the digit.
`,
  "import-csv.ts": `line 8 is not sent: its id, "twelve", is no int64
line 9 is not sent: its id, "9223372036854775808", is no int64
line 10 is not sent: it has more or fewer fields than the header
line 11 is not sent: its id, 1042, is that of line 2
5 of 5 plants are created
`,
};

const read = (path: string) => readFileSync(EXAMPLES + path, "utf8");
const examples = readdirSync(EXAMPLES).filter((name) => name.endsWith(".ts"));
const suites = examples.filter((name) => name.endsWith(".test.ts"));
const programs = examples.filter((name) => !suites.includes(name));

/** The command that runs an example, as its reader types it. */
function commandOf(name: string): string {
  if (name === "create-plant.ts") {
    return "npm run example";
  }
  return suites.includes(name) ? `npx vitest run examples/${name}` : `npx tsx examples/${name}`;
}

describe("the examples", () => {
  it("stand in the index, each once, with the command that runs it", () => {
    const rows = [...read("README.md").matchAll(/^\| \[(\S+\.ts)\]\((\S+)\) \| \S.* \| `(.+)` \|$/gm)];

    expect(rows.map(([, text, target, command]) => `${text} ${target} ${command}`).sort()).toEqual(
      examples.map((name) => `${name} ${name} ${commandOf(name)}`).sort(),
    );
  });

  it("begin with what they show and the command that runs them, unless the README says so", () => {
    const shown = readFileSync(new URL("../README.md", import.meta.url), "utf8");
    const silent = examples.filter(
      (name) => !read(name).startsWith("/**\n") || !read(name).includes(` *   ${commandOf(name)}`),
    );

    expect(silent.filter((name) => !shown.includes(read(name)))).toEqual([]);
  });

  it("have 60 lines at most, with the parts that they import", () => {
    const parts = readdirSync(`${EXAMPLES}import-csv`).map((name) => `import-csv/${name}`);
    const tooLong = [...examples, ...parts].filter((path) => read(path).trimEnd().split("\n").length > MAX_LINES);

    expect(tooLong).toEqual([]);
  });

  it("have their output below", () => {
    expect(Object.keys(outputs).sort()).toEqual(programs.sort());
  });
});

describe("offline, exactly this is written by", { concurrent: true, timeout: 60_000 }, () => {
  it.each(programs)("%s", async (name) => {
    const { stdout, stderr, code } = await runOffline(name);

    expect({ stdout: stdout.replaceAll(/\d+\.\d ms/g, "0.0 ms"), stderr }).toEqual({
      stdout: outputs[name],
      stderr: "",
    });
    expect(stdout).not.toContain("nobody-may-see");
    // The CSV file has rows that can't be sent.
    expect(code).toBe(name === "import-csv.ts" ? 1 : 0);
  });
});

describe("create-plant.ts, told of a service,", { timeout: 60_000 }, () => {
  it("talks to it", async () => {
    const answers = [
      rawAnswer("200 OK", {}, '{"name":"Monstera deliciosa","tag":"tropical"}'),
      rawAnswer("200 OK", {}, '{"name":"Aloe vera"}'),
      rawAnswer("422 Unprocessable Entity", {}, '{"error":7,"message":"No room for another plant."}'),
    ];
    const server = await startRawServer((socket) => socket.write(answers.shift() ?? ""));

    const { stdout, stderr, code } = await startExample(["create-plant.ts"], {
      PLANT_STORE_URL: `${server.url}/v1`,
      PLANT_STORE_TOKEN: "a-token-that-nobody-may-see",
    }).outcome;

    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
    expect(stdout).toBe(`
🌱 Plant Store at ${server.url}/v1

  ✔ #1042              Monstera deliciosa, tropical
  ✔ #9007199254740993  Aloe vera
  ✘ #1042              Ficus lyrata
      refused with 422, error 7: No room for another plant.
`);
    expect(server.requests.map((request) => request.split("\r\n\r\n")[1])).toEqual([
      '{"id":1042,"name":"Monstera deliciosa","tag":"tropical"}',
      '{"id":9007199254740993,"name":"Aloe vera","tag":"succulent"}',
      '{"id":1042,"name":"Ficus lyrata"}',
    ]);
    for (const request of server.requests) {
      expect(request).toMatch(/^POST \/v1\/plants HTTP\/1\.1\r\n/);
      expect(request).toMatch(/\r\nauthorization: Bearer a-token-that-nobody-may-see\r\n/i);
    }
  });

  it.concurrent.each([
    {
      lacking: "a token",
      env: { PLANT_STORE_URL: "https://plants.example.com" },
      line: "Set PLANT_STORE_TOKEN to an access token of the service at https://plants.example.com.",
    },
    {
      lacking: "a URL that is right",
      env: { PLANT_STORE_URL: "plants.example.com", PLANT_STORE_TOKEN: "abc" },
      line: 'The options are invalid: baseUrl must be a URL such as "https://plants.example.com/v1", without user info, query and fragment',
    },
    {
      lacking: "an answer",
      env: { PLANT_STORE_URL: "http://127.0.0.1:9", PLANT_STORE_TOKEN: "abc" },
      line: "POST http://127.0.0.1:9/plants got no complete answer: bad port",
    },
  ])("says in one line what it lacks, $lacking", async ({ env, line }) => {
    const { stderr, code } = await startExample(["create-plant.ts"], env).outcome;

    expect({ stderr, code }).toEqual({ stderr: `${line}\n`, code: 1 });
  });
});
