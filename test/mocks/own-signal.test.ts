import { expect, it } from "vitest";
import { OwnSignal } from "../../mocks/own-signal.ts";

it("tells who listens, and who asks, that it was aborted", () => {
  const signal = new OwnSignal();
  const told: string[] = [];
  const removed = () => told.push("removed");
  signal.removeEventListener("abort", removed);
  signal.addEventListener("abort", removed);
  signal.addEventListener("abort", () => told.push("kept"));
  signal.removeEventListener("abort", removed);
  signal.throwIfAborted();
  expect([signal.aborted, signal.reason]).toEqual([false, undefined]);
  signal.abort("The client has gone.");
  expect(told).toEqual(["kept"]);
  expect(signal.aborted).toBe(true);
  expect(signal.reason).toMatchObject({ name: "AbortError", message: "The client has gone." });
  expect(() => signal.throwIfAborted()).toThrow("The client has gone.");
});
