import { expect, it, onTestFinished, vi } from "vitest";
import { LightSignal, pause } from "../../mocks/abort.ts";

it("calls its listeners when it aborts", () => {
  const signal = new LightSignal();
  const called: string[] = [];
  const removed = () => called.push("removed");
  signal.removeEventListener("abort", removed);
  signal.addEventListener("abort", removed);
  signal.addEventListener("abort", () => called.push("kept"));
  signal.removeEventListener("abort", removed);
  signal.throwIfAborted();
  expect([signal.aborted, signal.reason]).toEqual([false, undefined]);
  signal.abort("The client has gone.");
  expect(called).toEqual(["kept"]);
  expect(signal.aborted).toBe(true);
  expect(signal.reason).toMatchObject({ name: "AbortError", message: "The client has gone." });
  expect(() => signal.throwIfAborted()).toThrow("The client has gone.");
});

it("pauses for the longest delay of a timer, and forever for a longer one", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  pause(2 ** 31 - 1);
  expect(vi.getTimerCount()).toBe(1);
  pause(2 ** 31);
  expect(vi.getTimerCount()).toBe(1);
});
