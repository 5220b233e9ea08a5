import { createServer, type RequestListener } from "node:http";
import express from "express";
import { createMockApp } from "plant-store-sdk/mocks/app";
import { createMockMiddleware } from "plant-store-sdk/mocks/server";
import { describe, it } from "vitest";
import { runStep, steps } from "../../consumers/mock-app-steps.mjs";
import { listening } from "../../support/listening.ts";
import { mockServer } from "../../support/mock-server.ts";
import { proxied } from "../../support/proxy.ts";

/** An app that a test calls without a server. */
function withoutServer(basePath: string) {
  const { fetch } = createMockApp({ basePath });
  const context = { remoteAddr: { hostname: "127.0.0.1" } };
  const send = (url: string, init?: RequestInit) => fetch(new Request(url, init), context);
  return { url: `http://localhost:4010${basePath}`, send };
}

async function serve(path: string, listener: RequestListener) {
  return { url: (await listening(createServer(listener))) + path };
}

/** A proxy that replaces the path `from` by the path of a mock. */
async function behindProxy(from: string, to: string) {
  const { url } = to === "" ? await mockServer() : await serve("", createMockMiddleware({ basePath: to }));
  return { url: await proxied(url, from, to) };
}

describe.each([
  ["createMockApp with a basePath", () => withoutServer("/my/mock")],
  ["startMockServer", () => mockServer()],
  ["createMockMiddleware with a basePath", () => serve("/mock", createMockMiddleware({ basePath: "/mock" }))],
  ["startMockServer behind a proxy that strips a path", () => behindProxy("/my/mock", "")],
  ["createMockMiddleware behind a proxy that adds a path", () => behindProxy("", "/mock")],
  ["createMockMiddleware in Express", () => serve("/my/mock", express().use("/my/mock", createMockMiddleware()))],
])("%s", (_, start) => {
  it.each(Object.keys(steps))("%s", async (title) => {
    await runStep(await start(), title);
  });
});
