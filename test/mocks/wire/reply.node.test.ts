import { STATUS_CODES } from "node:http";
import { expect, it } from "vitest";
import { cancelBody } from "../../../mocks/wire/reply.ts";
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

it("a body that isn't sent may have failed", async () => {
  const body = new ReadableStream({ start: (stream) => stream.error(new Error("the other service closed")) });
  cancelBody(body);
  // An unhandled rejection would fail the test.
  await new Promise((resolve) => setTimeout(resolve));
});
