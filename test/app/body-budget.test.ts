import type { Fault } from "plant-store-sdk/mocks";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { mockApp } from "../support/mock-app.ts";

const MIB = 2 ** 20;
const BODY = '{"id":1,"name":"Fern"}';

/** Sends bodies that announce their length, and tells which were read. */
function appWithUploads(options: Parameters<typeof mockApp>[0] = {}) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { send, mock } = mockApp(options);
  const read: number[] = [];
  let count = 0;
  async function upload(length?: number, signal?: AbortSignal): Promise<number> {
    const number = count++;
    const pull: UnderlyingDefaultSource<Uint8Array>["pull"] = (controller) => {
      read.push(number);
      controller.enqueue(new TextEncoder().encode(BODY));
      controller.close();
    };
    const body = new ReadableStream({ pull }, { highWaterMark: 0 });
    const announced = length === undefined ? {} : { "content-length": String(length) };
    const headers = { authorization: "Bearer any", "content-type": "application/json", ...announced };
    return (await send("/plants", { method: "POST", headers, body, duplex: "half", signal } as RequestInit)).status;
  }
  const uploads = (number: number) => Array.from({ length: number }, () => upload());
  return { mock, upload, uploads, read };
}

describe("bodies in progress", () => {
  it("take at most 64 MiB by their Content-Length until their responses are ready, and others wait in order", async () => {
    const { uploads, upload, read } = appWithUploads({ delayMs: 1_000 });
    const leaving = new AbortController();
    const first = [...uploads(63), upload(22), upload(22, leaving.signal)];
    const waiting = [upload(MIB), upload(22)];
    await vi.advanceTimersByTimeAsync(0);
    leaving.abort(); // frees too little for the next body
    await vi.advanceTimersByTimeAsync(0);
    expect(read).toEqual(Array.from({ length: 65 }, (_, number) => number));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await Promise.all(first)).toEqual([...Array(64).fill(200), 499]);
    expect(read.slice(65)).toEqual([65, 66]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await Promise.all(waiting)).toEqual([200, 200]);
  });

  it("get 408 after a wait of a minute, and unblock those after them", async () => {
    const { uploads, upload, mock, read } = appWithUploads({ delayMs: 61_000 });
    const first = uploads(64);
    const waiting = upload();
    await vi.advanceTimersByTimeAsync(30_000);
    const small = upload(22);
    await vi.advanceTimersByTimeAsync(30_000);
    expect([await waiting, mock.requests.at(-2)?.outcome]).toEqual([408, "aborted"]);
    await vi.advanceTimersByTimeAsync(122_000);
    expect(await Promise.all([...first, small])).toEqual(Array(65).fill(200));
    expect(read).not.toContain(64);
  });

  it("free their space when the client leaves, even while they wait", async () => {
    const { upload, uploads, read } = appWithUploads();
    const leaving = new AbortController();
    const stuck = Array.from({ length: 65 }, () => upload(MIB, leaving.signal));
    const waiting = uploads(1);
    leaving.abort();
    expect(await Promise.all([...stuck, ...waiting])).toEqual([...Array(65).fill(499), 200]);
    expect(read.at(-1)).toBe(65);
  });

  it("reserve nothing when no response will come, and when they are larger than 1 MiB", async () => {
    const { upload, uploads, mock } = appWithUploads({ delayMs: 1 });
    mock.failNext(...Array<Fault>(50).fill("timeout"), ...Array<Fault>(50).fill({ delayMs: 2 ** 31 - 1 }));
    const hanging = uploads(100);
    await vi.advanceTimersByTimeAsync(0);
    const others = [upload(MIB + 1), upload()];
    await vi.advanceTimersByTimeAsync(1);
    expect(await Promise.all(others)).toEqual([400, 200]);
    mock.reset();
    await Promise.all(hanging);
  });
});
