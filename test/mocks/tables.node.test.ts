import { readFileSync } from "node:fs";
import { STATUS_CODES } from "node:http";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { expect, it } from "vitest";
import { FAULT_KINDS } from "../../mocks/faults.ts";

it("names each status as node:http does", async () => {
  const mock = createPlantStoreMock();
  for (let status = 200; status < 600; status++) {
    mock.failNext(() => new Response(null, { status }));
    const { statusText } = await mock.fetch("https://plants.example.com/plants", { method: "POST" });
    expect(`${status} ${statusText}`).toBe(`${status} ${STATUS_CODES[status] ?? "unknown"}`);
  }
});

it("describes each named fault in the comment of Fault", () => {
  const source = readFileSync(new URL("../../mocks/faults.ts", import.meta.url), "utf8");
  for (const [name, { label }] of Object.entries(FAULT_KINDS)) {
    expect(source).toContain(` * - \`"${name}"\`: ${label}`);
  }
});
