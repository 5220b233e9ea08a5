import { describe, expect, it, onTestFinished, vi } from "vitest";
import { RecordBudget, RequestLog, receivedTokens } from "../../mocks/requests.ts";

const PLANTS_URL = "https://plants.example.com/plants";
const MAX_TEXT_BYTES = 65_536;
const CUT_MARK = "… [cut after 64 KiB]";

const startLog = () => new RequestLog(new RecordBudget(), [], () => {});

const request = (headers: HeadersInit = {}, url = PLANTS_URL) => new Request(url, { method: "POST", headers });

const encode = (text: string) => new TextEncoder().encode(text);

const streamResponse = (...chunks: Uint8Array[]) =>
  new Response(new ReadableStream({ pull: (c) => (chunks[0] ? c.enqueue(chunks.shift()) : c.close()) }));

describe("RequestLog", () => {
  it("numbers requests from 1, and finds one by its number", () => {
    const log = startLog();
    for (const path of ["a", "b", "c"]) {
      log.begin(request({}, `https://plants.example.com/${path}`));
    }
    expect([...log.latest(2).keys()]).toEqual([2, 3]);
    expect(log.get(2)?.url).toBe("https://plants.example.com/b");
    expect(log.get(4)).toBeUndefined();
  });

  it("records the duration in tenths of a millisecond", () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const log = startLog();
    vi.advanceTimersByTime(1_000);
    const record = log.begin(request());
    vi.advanceTimersByTime(12.34);
    expect(log.get(1)).not.toHaveProperty("durationMs");
    record.finish("aborted");
    expect(log.get(1)?.durationMs).toBe(12.3);
  });

  it("returns the same record object after the request has ended", () => {
    const log = startLog();
    log.begin(request()).finish("fault", { status: 400, headers: {}, body: "" });
    const record = log.get(1);
    log.begin(request());
    expect(log.get(1)).toBe(record);
  });

  it("redacts the tokens of each request, even if those of two requests join to the same text", () => {
    const log = startLog();
    for (const authorization of ["x long-token-of-user -one", "x long-token-of- user-one"]) {
      log.begin(request({ authorization }, `${PLANTS_URL}?long-token-of-user`));
    }
    expect(log.list().map(({ url }) => url)).toEqual([`${PLANTS_URL}?[redacted]`, `${PLANTS_URL}?[redacted]user`]);
  });

  it("redacts credentials in headers, and keeps only the scheme Bearer", () => {
    const log = startLog();
    const headers = { authorization: "bearer a-long-token", "proxy-authorization": "Basic bearer a", cookie: "a=1" };
    log.begin({ method: "POST", url: PLANTS_URL, headers: new Map(Object.entries(headers)) as never as Headers });
    expect(log.get(1)?.headers).toEqual({
      authorization: "Bearer [redacted]",
      "proxy-authorization": "[redacted]",
      cookie: "[redacted]",
    });
  });

  it("redacts cookies that a fault sets", () => {
    const log = startLog();
    log.begin(request()).finish("fault", { status: 400, headers: { "set-cookie": "a=1" }, body: "" });
    expect(log.get(1)?.response?.headers).toEqual({ "set-cookie": "[redacted]" });
  });
});

describe("the body of a request", () => {
  it.each([
    ["64 KiB", "x".repeat(MAX_TEXT_BYTES), "x".repeat(MAX_TEXT_BYTES)],
    ["a byte more", "x".repeat(MAX_TEXT_BYTES + 1), `${"x".repeat(MAX_TEXT_BYTES)}${CUT_MARK}`],
    [
      "a character across the limit",
      `${"x".repeat(MAX_TEXT_BYTES - 1)}é`,
      `${"x".repeat(MAX_TEXT_BYTES - 1)}\ufffd${CUT_MARK}`,
    ],
  ])("is recorded up to 64 KiB: %s", (_, text, recorded) => {
    const log = startLog();
    log.begin(request()).setBody(encode(text), { text, problem: "invalid" });
    expect(log.get(1)?.body).toBe(recorded);
  });

  it("is recorded with replacement characters when it isn't UTF-8", () => {
    const log = startLog();
    log.begin(request()).setBody(Uint8Array.of(0x61, 0xff, 0x62), { problem: "invalid" });
    expect(log.get(1)?.body).toBe("a\ufffdb");
  });
});

describe("the body of a response", () => {
  it.each([
    ["64 KiB", "x".repeat(MAX_TEXT_BYTES), "x".repeat(MAX_TEXT_BYTES)],
    ["a byte more", "x".repeat(MAX_TEXT_BYTES + 1), `${"x".repeat(MAX_TEXT_BYTES)}${CUT_MARK}`],
    ["characters of 3 bytes", "€".repeat(21_846), `${"€".repeat(21_845)}\ufffd${CUT_MARK}`],
  ])("is recorded up to 64 KiB: %s", (_, body, recorded) => {
    const log = startLog();
    log.begin(request()).finish("fault", { status: 400, headers: {}, body });
    expect(log.get(1)?.response?.body).toBe(recorded);
  });

  it.each<[string, Uint8Array[], string]>([
    ["characters in two chunks", [encode("Foug"), encode("è").subarray(0, 1), encode("è").subarray(1)], "Fougè"],
    [
      "64 KiB in chunks",
      [new Uint8Array(1).fill(120), new Uint8Array(MAX_TEXT_BYTES - 1).fill(120)],
      "x".repeat(MAX_TEXT_BYTES),
    ],
    [
      "more than 64 KiB in chunks",
      [new Uint8Array(MAX_TEXT_BYTES).fill(120), encode("y"), encode("z")],
      `${"x".repeat(MAX_TEXT_BYTES)}${CUT_MARK}`,
    ],
    [
      "a chunk across the limit",
      [encode("ab"), new Uint8Array(MAX_TEXT_BYTES).fill(120), encode("z")],
      `ab${"x".repeat(MAX_TEXT_BYTES - 2)}${CUT_MARK}`,
    ],
  ])("is recorded as it is read: %s", async (_, chunks, recorded) => {
    const log = startLog();
    const sent = chunks.reduce((size, { byteLength }) => size + byteLength, 0);
    const response = streamResponse(...chunks);
    const record = log.begin(request());
    record.finish("fault", response);
    const body = await record.recordBody(response).arrayBuffer();
    expect(body.byteLength).toBe(sent);
    expect(log.get(1)?.response?.body).toBe(recorded);
  });

  it("is final once the caller has read or canceled it, and immediately when there is no body", async () => {
    const log = startLog();
    const [read, canceled] = [
      streamResponse(encode("a")),
      streamResponse(encode("b")),
      new Response(),
      Response.error(),
    ].map((response) => {
      const record = log.begin(request());
      record.finish("fault", response);
      return record.recordBody(response);
    });
    const records = () => [1, 2, 3, 4].map((number) => log.get(number));
    const early = records();
    await read?.text();
    await canceled?.body?.cancel();
    const late = records();
    log.begin(request());
    for (const [index, record] of records().entries()) {
      expect(record).toBe(late[index]);
      expect(record === early[index]).toBe(index > 1);
    }
  });

  it("counts against the budget", () => {
    const log = startLog();
    const body = "x".repeat(MAX_TEXT_BYTES);
    for (let number = 0; number < 520; number++) {
      log.begin(request()).finish("fault", { status: 400, headers: {}, body });
    }
    expect(log.size).toBe(503);
  });

  it("counts against the budget as it is read", async () => {
    const log = startLog();
    for (let number = 0; number < 520; number++) {
      const record = log.begin(request());
      const response = streamResponse(new Uint8Array(MAX_TEXT_BYTES));
      record.finish("fault", response);
      await record.recordBody(response).arrayBuffer();
    }
    // Each takes 128 KiB for the text of its body, and 2 KiB for the rest.
    expect(log.size).toBe(503);
  });
});

describe("receivedTokens", () => {
  it.each([
    ["Bearer a-long-token", ["a-long-token"]],
    ["  Negotiate   a-long-token  ", ["a-long-token"]],
    ["a-token-without-scheme", ["a-token-without-scheme"]],
    ["Bearer a b c d e f", ["a", "b", "c", "d"]],
    ["", [""]],
  ])("reads the tokens of %j", (authorization, tokens) => {
    expect(receivedTokens({ get: () => authorization } as never)).toEqual(tokens);
  });

  it("returns one empty token without the header", () => {
    expect(receivedTokens(new Headers())).toEqual([""]);
  });
});
