import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { setupServer } from "msw/node";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { createHandlers, offline } from "plant-store-sdk/mocks/msw";
import { getGlobalDispatcher, request, setGlobalDispatcher, fetch as undiciFetch } from "undici";
import { expect, it, onTestFinished, vi } from "vitest";
import { listening } from "../support/listening.ts";
import { mockServer } from "../support/mock-server.ts";

it("sends plants through a proxy", async () => {
  const { url, mock } = await mockServer();
  const tunnels: string[] = [];
  const proxy = createServer().on("connect", ({ url: target = "" }, client: Socket) => {
    tunnels.push(target);
    const [host, port] = target.split(":");
    const upstream = connect(Number(port), host, () => client.write("HTTP/1.1 200 Connection Established\r\n\r\n"));
    client.pipe(upstream).pipe(client);
  });
  vi.stubEnv("HTTPS_PROXY", await listening(proxy));
  vi.stubEnv("PLANT_STORE_URL", url);
  vi.stubEnv("PLANT_STORE_TOKEN", "any-token");
  onTestFinished(() => void vi.unstubAllEnvs());
  const { plantStore } = await import("../../docs/snippets/proxy.ts");

  expect((await plantStore.createPlant({ id: 1042, name: "Fern" })).data).toEqual({ name: "Fern" });
  expect(tunnels).toEqual([new URL(url).host]);
  expect(mock.plants.size).toBe(1);
});

it("refuses what the undici package sends to other machines, which MSW's offline doesn't stop", async () => {
  const msw = setupServer(...createHandlers(createPlantStoreMock()));
  msw.listen(offline);
  const before = getGlobalDispatcher();
  onTestFinished(() => {
    msw.close();
    setGlobalDispatcher(before);
  });
  const url = await listening(createServer((_, response) => response.end()));
  expect((await undiciFetch(url)).status).toBe(200);

  await import("../../docs/snippets/refuse-undici.ts");
  expect((await undiciFetch(url)).status).toBe(200);
  await expect(request("https://plants.example.com")).rejects.toThrow("not allowed");
});
