import type { BrowserContext, Page } from "playwright-core";

/** A page that is open, with all that it asked for and all errors that it printed. */
export class Visit {
  /** What the page and its worker asked for. */
  readonly asked: URL[] = [];
  readonly expectedHosts: string[];
  /** What the page wrote to its console as an error, and what it threw and nobody caught. */
  readonly errors: string[] = [];
  /** What the browser itself prints of the faults that a test asks for. */
  readonly expectedErrors: unknown[] = [];
  /** The bodies of all that was posted, as they were sent. */
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
      // Playwright tells of a redirect's target too, which the browser then doesn't ask.
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
