import { STATUS_CODES } from "node:http";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { expect, it } from "vitest";

it("names each status as node:http does", async () => {
  const mock = createPlantStoreMock();
  for (let status = 200; status < 600; status++) {
    mock.failNext(() => new Response(null, { status }));
    const { statusText } = await mock.fetch("https://plants.example.com/plants", { method: "POST" });
    expect(`${status} ${statusText}`).toBe(`${status} ${STATUS_CODES[status] ?? "unknown"}`);
  }
});
