import { describe, expect, it } from "vitest";
import { MAX_RECORDED_BYTES, MAX_RECORDED_REQUESTS, Recorder } from "../../mocks/recorder.ts";

const request = new Request("https://plants.example.com/plants", { method: "POST" });
const LARGEST = 10 * 2 ** 20;

describe("the recorder's bounds", () => {
  it("keep the last 1,000 requests", () => {
    const recorder = new Recorder();
    for (let id = 0; id < MAX_RECORDED_REQUESTS + 5; id++) {
      recorder.note(recorder.begin(request), { id, name: "Fern" }, 20);
    }
    const ids = recorder.list().map(({ newPlant }) => newPlant?.id);
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([1_000, 5n, 1_004n]);
  });

  it("forget the oldest sooner where their bodies are large", () => {
    const recorder = new Recorder();
    for (let id = 0; id < 20; id++) {
      recorder.note(recorder.begin(request), { id, name: "Fern" }, LARGEST);
    }
    expect(recorder.list().map(({ newPlant }) => newPlant?.id)).toEqual([14n, 15n, 16n, 17n, 18n, 19n]);
    expect(Math.floor(MAX_RECORDED_BYTES / LARGEST)).toBe(6);
  });

  it("count no request that was forgotten before its body came", () => {
    const recorder = new Recorder();
    const forgotten = Array.from({ length: 7 }, () => recorder.begin(request));
    recorder.clear();
    for (const recording of forgotten) {
      recorder.note(recording, { id: 1, name: "Fern" }, LARGEST);
    }
    recorder.note(recorder.begin(request), { id: 2, name: "Moss" }, LARGEST);
    expect(recorder.list().map(({ newPlant }) => newPlant?.id)).toEqual([2n]);
  });
});
