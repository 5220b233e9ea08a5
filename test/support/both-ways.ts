import type { Middleware } from "plant-store-sdk";

/** With middleware, the client makes a `Request` and copies the response. The outcome must be the same. */
export const bothWays: readonly { way: string; middleware: readonly Middleware[] }[] = [
  { way: "without middleware", middleware: [] },
  { way: "with a middleware that does nothing", middleware: [{ onRequest() {}, onResponse() {}, onError() {} }] },
];
