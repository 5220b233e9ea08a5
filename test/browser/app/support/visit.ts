import type { BrowserContext, Page } from "playwright-core";

export class Visit {
  readonly asked: URL[] = [];
  readonly expectedHosts: string[];
  readonly errors: string[] = [];
  readonly expectedErrors: unknown[] = [];
  readonly posted: (string | null)[] = [];

  constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    url: string,
  ) {
    this.expectedHosts = [new URL(url).host];
    context.on("request", (request) => {
      const url = new URL(request.url());
      if (url.protocol !== "data:") {
        this.asked.push(url);
      }
      // Playwright also reports the target of a redirect, which the browser doesn't request.
      if (request.method() === "POST" && request.serviceWorker() === null && request.redirectedFrom() === null) {
        this.posted.push(request.postData());
      }
    });
    context.on("console", (message) => {
      if (message.type() === "error") {
        this.errors.push(message.text());
      }
    });
    context.on("weberror", (error) => this.errors.push(String(error.error())));
  }
}
