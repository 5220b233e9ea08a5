import type { Middleware } from "plant-store-sdk";

/** With middleware the client sends a `Request` and shows a copy of the answer: a path of its own, with one outcome. */
export const bothWays: readonly { way: string; middleware: readonly Middleware[] }[] = [
  { way: "without middleware", middleware: [] },
  { way: "with a middleware that does nothing", middleware: [{ onRequest() {}, onResponse() {}, onError() {} }] },
];
