import type { BrowserContextOptions } from "playwright-core";
import { expect, inject } from "vitest";
import type { FaultChoice } from "../../../../examples/browser/src/faults.ts";
import type { useChromium } from "./chromium.ts";
import type { Visit } from "./visit.ts";

export interface Mode {
  readonly name: string;
  open(visit: ReturnType<typeof useChromium>["visit"], options?: BrowserContextOptions): Promise<Visit>;
  failNext(visit: Visit, choice: FaultChoice): Promise<unknown>;
  waitForRequest(): Promise<unknown>;
}

export const withMock: Mode = {
  name: "with the mock in the page",
  async open(visit, options) {
    const opened = await visit(inject("appWithMock"), options);
    await opened.page.locator("[data-service=ready]").waitFor();
    return opened;
  },
  failNext: ({ page }, { label }) => page.getByLabel("Next response").selectOption({ label }),
  waitForRequest: async () => {},
};

export const withService: Mode = {
  name: "with a service at another origin",
  async open(visit, options) {
    await fetch(`${inject("service")}/__mock/reset`, { method: "POST" });
    const opened = await visit(inject("appWithService"), options);
    opened.expectedHosts.push(new URL(inject("service")).host);
    await opened.page.getByLabel("Access token").fill(inject("serviceToken"));
    await opened.page.locator("[data-service=ready]").waitFor();
    return opened;
  },
  failNext: (_, { fault }) =>
    fetch(`${inject("service")}/__mock/faults`, {
      method: "POST",
      // Chromium retries on a new connection when the preflight's connection drops.
      body: JSON.stringify(fault === "connection" ? [fault, fault] : fault),
    }),
  waitForRequest: () =>
    expect.poll(async () => (await fetch(`${inject("service")}/__mock/requests`)).json()).toHaveLength(1),
};

export const MODES: readonly Mode[] = [withMock, withService];
