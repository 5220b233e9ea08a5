import type { BrowserContextOptions } from "playwright-core";
import { inject } from "vitest";
import type { FaultChoice } from "../../../../examples/browser/src/faults.ts";
import type { useChromium } from "./chromium.ts";
import type { Visit } from "./visit.ts";

/** One of the two ways in which the app is built. */
export interface Mode {
  readonly name: string;
  /** Opens the app, ready to create plants. */
  open(visit: ReturnType<typeof useChromium>["visit"], options?: BrowserContextOptions): Promise<Visit>;
  /** Lets the next request fail. */
  failNext(visit: Visit, choice: FaultChoice): Promise<unknown>;
}

export const withMock: Mode = {
  name: "with the mock in the page",
  async open(visit, options) {
    const opened = await visit(inject("appWithMock"), options);
    await opened.page.locator("[data-service=ready]").waitFor();
    return opened;
  },
  failNext: ({ page }, { label }) => page.getByLabel("The next request gets").selectOption({ label }),
};

export const ofService: Mode = {
  name: "with a service at another origin",
  async open(visit, options) {
    await fetch(`${inject("service")}/__mock/reset`, { method: "POST" });
    const opened = await visit(inject("appOfService"), options);
    opened.expectedHosts.push(new URL(inject("service")).host);
    await opened.page.getByLabel("Access token").fill(inject("serviceToken"));
    await opened.page.locator("[data-service=ready]").waitFor();
    return opened;
  },
  failNext: (_, { fault }) =>
    fetch(`${inject("service")}/__mock/faults`, {
      method: "POST",
      // The connection that brought the preflight is used again. Where that one is lost, Chromium tries a new one.
      body: JSON.stringify(fault === "connection" ? [fault, fault] : fault),
    }),
};

export const MODES: readonly Mode[] = [withMock, ofService];
