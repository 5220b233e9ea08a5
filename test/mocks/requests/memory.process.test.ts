import { expect, it } from "vitest";
import { runFile } from "../../support/command.ts";

/** Creates plants of 1 MiB that an app forgets again, and reads the records all the while, as a client and as the page. */
const FLOOD = `
  import { createMockApp } from "./mocks/app.ts";

  const app = createMockApp({ controlHosts: ["localhost"] });
  const send = (path, init) => app.fetch(new Request("http://localhost" + path, init));
  const body = process.env.BODY.replace("…", () => process.env.TEXT.repeat(COUNT));
  const headers = { authorization: "Bearer any", "content-type": "application/json" };
  for (let sent = 1; sent <= 300; sent++) {
    await send("/plants", { method: "POST", headers, body });
    if (sent % 50 === 0) {
      app.mock.plants.clear();
      for (const path of ["requests", "requests?limit=10", "page/snapshot"]) {
        const response = await send("/__mock/" + path);
        await response.body.pipeTo(new WritableStream());
        console.log(response.status);
      }
    }
  }`;

it.each([
  ["letters", "x", 2 ** 20 - 100],
  ["control characters", String.raw`\u0001`, (2 ** 20 - 100) / 6],
  ["control characters that JSON doesn't allow", "\u0001", 2 ** 20 - 100],
])("a flood of plants of 1 MiB leaves the mock a heap of 256 MiB: %s", async (_, text, count) => {
  const script = FLOOD.replace("COUNT", String(Math.floor(count)));
  const flags = ["--max-old-space-size=256", "--import", "tsx", "--input-type=module", "--eval", script];
  const process = runFile(flags, { BODY: '{"id":1,"name":"…"}', TEXT: text });
  expect([await process.exited, process.stdout, process.stderr]).toEqual([0, "200\n".repeat(18), ""]);
});
