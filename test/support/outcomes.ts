import { expect } from "vitest";
import type { RunningMock } from "./adapter.ts";

/** Waits until the mock has requests with these outcomes. */
export const expectOutcomes = ({ mock }: Pick<RunningMock, "mock">, ...outcomes: readonly string[]): Promise<void> =>
  expect.poll(() => mock.requests.map(({ outcome }) => outcome), { interval: 1 }).toEqual(outcomes);
