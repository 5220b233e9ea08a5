import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
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
