import { describe, expect, it, vi } from "vitest";
import { MAX_BODY_BYTES } from "../../shared/limits.ts";
import { ByteBuffer, readBody } from "../../shared/read-body.ts";

function collect(...chunks: Uint8Array[]): ByteBuffer {
  const buffer = new ByteBuffer();
  for (const chunk of chunks) {
    buffer.append(chunk);
  }
  return buffer;
}

describe("ByteBuffer", () => {
  it("keeps the bytes of many chunks in order", () => {
    const chunks = Array.from({ length: 1_000 }, (_, n) => Uint8Array.of(n));
    expect(collect(...chunks, Uint8Array.of()).toBytes()).toEqual(Uint8Array.from({ length: 1_000 }, (_, n) => n));
  });

  it.each([
    { name: "one chunk", chunks: [MAX_BODY_BYTES] },
    { name: "two chunks", chunks: [MAX_BODY_BYTES - 1, 1] },
    { name: "chunks that double", chunks: [1, 1, ...Array.from({ length: 19 }, (_, n) => 2 ** (n + 1))] },
  ])("holds 1 MiB in $name", ({ chunks }) => {
    const buffer = collect(...chunks.map((size) => new Uint8Array(size).fill(7)));
    expect(buffer.isTooLarge).toBe(false);
    expect(buffer.toBytes()).toHaveLength(MAX_BODY_BYTES);
  });

  it("allocates twice the bytes of a chunk, and nothing while the next ones fit", () => {
    expect(collect(new Uint8Array(2), new Uint8Array(2)).toBytes().buffer.byteLength).toBe(4);
  });

  it("allocates at most one byte beyond the limit", () => {
    const bytes = collect(new Uint8Array(3), new Uint8Array(2 * MAX_BODY_BYTES), new Uint8Array(5)).toBytes();
    expect(bytes).toHaveLength(MAX_BODY_BYTES + 1);
    expect(bytes.buffer.byteLength).toBe(MAX_BODY_BYTES + 1);
  });
});

describe("readBody", () => {
  const textOf = (buffer: ByteBuffer) => new TextDecoder().decode(buffer.toBytes());

  it("reads a Request", async () => {
    const request = new Request("https://plants.example.com", { method: "POST", body: "Fern" });
    expect(textOf(await readBody(request))).toBe("Fern");
  });

  it("cancels the rest of a body after an abort", async () => {
    const controller = new AbortController();
    const cancel = vi.fn();
    const pull = (stream: ReadableStreamDefaultController) => {
      stream.enqueue(Uint8Array.of(7));
      controller.abort();
    };
    const body = new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
    const buffer = await readBody(new Response(body), controller.signal);
    expect(buffer.toBytes()).toEqual(Uint8Array.of(7));
    expect(cancel).toHaveBeenCalledTimes(1);
  });

  it.each(["before", "after"])("cancels a body that hangs when the signal aborts %s reading begins", async (when) => {
    const controller = new AbortController();
    const cancel = vi.fn();
    const body = new Response(new ReadableStream({ cancel }));
    const read = when === "after" && readBody(body, controller.signal);
    controller.abort();
    await (read || readBody(body, controller.signal));
    expect(cancel).toHaveBeenCalledTimes(1);
  });

  it("stops listening to the signal after the last byte", async () => {
    const { signal } = new AbortController();
    const remove = vi.spyOn(signal, "removeEventListener");
    await readBody(new Response("Fern"), signal);
    expect(remove).toHaveBeenCalledTimes(1);
  });

  it("lets timers run while a body has only empty chunks", async () => {
    const controller = new AbortController();
    const pull = (stream: ReadableStreamDefaultController) => stream.enqueue(new Uint8Array());
    setTimeout(() => controller.abort());
    const buffer = await readBody(new Response(new ReadableStream({ pull })), controller.signal);
    expect(buffer.toBytes()).toHaveLength(0);
  });
});
