import { STATUS_CODES } from "node:http";
import { expect, it } from "vitest";
import { startMock } from "../../support/adapter.ts";

it("a response has the status text that node:http sends", async () => {
  const { fetch, baseUrl, mock } = startMock();
  const seen: Record<number, string> = {};
  const sent: Record<number, string> = {};
  for (let status = 200; status < 600; status++) {
    mock.failNext(() => new Response(null, { status }));
    const { statusText } = await fetch(`${baseUrl}/plants`, { method: "POST" });
    seen[status] = statusText;
    sent[status] = STATUS_CODES[status] ?? "unknown";
  }
  expect(seen).toEqual(sent);
});
