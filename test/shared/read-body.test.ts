import { expect, test } from "vitest";
import { MAX_BODY_BYTES } from "../../src/shared/limits.ts";
import { ByteBuffer } from "../../src/shared/read-body.ts";

function collect(...chunks: Uint8Array[]): ByteBuffer {
  const buffer = new ByteBuffer();
  for (const chunk of chunks) {
    buffer.append(chunk);
  }
  return buffer;
}

test("the bytes of many chunks stay in order, and no chunk is changed", () => {
  const slab = new Uint8Array(1_000);
  const rest = Array.from({ length: 999 }, (_, n) => Uint8Array.of(n + 1));
  const bytes = collect(slab.subarray(0, 1), Uint8Array.of(), ...rest).toBytes();
  expect(bytes).toEqual(Uint8Array.from({ length: 1_000 }, (_, n) => n));
  expect(slab).toEqual(new Uint8Array(1_000));
});

test.each([
  { name: "one chunk", chunks: [MAX_BODY_BYTES] },
  { name: "two chunks", chunks: [MAX_BODY_BYTES - 1, 1] },
  { name: "chunks that double", chunks: [1, 1, ...Array.from({ length: 19 }, (_, n) => 2 ** (n + 1))] },
])("a body of 1 MiB in $name fits, and one byte more doesn't", ({ chunks }) => {
  const buffer = collect(...chunks.map((size) => new Uint8Array(size).fill(7)));
  expect(buffer.isTooLarge).toBe(false);
  expect(buffer.toBytes()).toHaveLength(MAX_BODY_BYTES);
  buffer.append(Uint8Array.of(8));
  expect(buffer.isTooLarge).toBe(true);
  expect(buffer.toBytes().subarray(-2)).toEqual(Uint8Array.of(7, 8));
});

test("at most one byte beyond the limit is kept and allocated", () => {
  const bytes = collect(new Uint8Array(3), new Uint8Array(2 * MAX_BODY_BYTES), new Uint8Array(5)).toBytes();
  expect(bytes).toHaveLength(MAX_BODY_BYTES + 1);
  expect(bytes.buffer.byteLength).toBe(MAX_BODY_BYTES + 1);
});
