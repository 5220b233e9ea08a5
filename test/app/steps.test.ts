import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { createMockApp } from "plant-store-sdk/mocks/app";
import { createMockMiddleware, startMockServer } from "plant-store-sdk/mocks/server";
import { afterAll, beforeAll, describe, it } from "vitest";
import { runStep, steps } from "../consumers/mock-app-steps.mjs";

interface Served {
  url: string;
  send?: (url: string, init?: RequestInit) => Promise<Response>;
  close?: () => unknown;
}

async function listen(listener: RequestListener, path = ""): Promise<Served> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function direct(url: string, basePath: string): Served {
  const { fetch } = createMockApp({ basePath });
  const context = { remoteAddr: { hostname: "127.0.0.1" } };
  return { url, send: (url, init) => fetch(new Request(url, init), context) };
}

const kinds: Readonly<Record<string, () => Served | Promise<Served>>> = {
  createMockApp: () => direct("http://localhost:4010", ""),
  "createMockApp with a basePath": () => direct("http://localhost:4010/my/mock", "/my/mock"),
  "createMockApp behind a host that keeps no basePath": () => direct("http://localhost:4010", ""),
  startMockServer: () => startMockServer(),
  "createMockMiddleware with node:http": () => listen(createMockMiddleware()),
  "createMockMiddleware with node:http and a basePath": () =>
    listen(createMockMiddleware({ basePath: "/mock" }), "/mock"),
  "createMockMiddleware with Express": () => listen(express().use("/my/mock", createMockMiddleware()), "/my/mock"),
};

describe.each(Object.entries(kinds))("%s", (_, start) => {
  let served: Served;
  beforeAll(async () => {
    served = await start();
  });
  afterAll(() => served.close?.());

  it.each(Object.keys(steps))("%s", async (title) => {
    await runStep(served, title);
  });
});
