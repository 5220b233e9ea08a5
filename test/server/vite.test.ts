import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, type OutgoingHttpHeaders } from "node:http2";
import { get } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createPlantStoreClient } from "plant-store-sdk";
import { plantStoreMock } from "plant-store-sdk/mocks/vite";
import { createServer, type InlineConfig, resolveConfig } from "vite";
import { describe, expect, it, onTestFinished } from "vitest";
import { cert, key } from "../support/certificate.ts";

const FERN = { id: 1n, name: "Fern" };

/** Starts Vite's dev server with an app of one file, until the test ends. */
async function startVite({ server, ...config }: InlineConfig = {}) {
  const root = mkdtempSync(join(tmpdir(), "plant-store-vite-"));
  writeFileSync(join(root, "mock.ts"), "export const file: string = 'of the app';");
  const vite = await createServer({
    root,
    configFile: false,
    logLevel: "silent",
    plugins: [plantStoreMock({ plants: [{ id: 7, name: "Seed" }] })],
    optimizeDeps: { noDiscovery: true },
    server: { host: "127.0.0.1", port: 0, watch: null, ...server },
    ...config,
  });
  onTestFinished(async () => {
    await vite.close();
    rmSync(root, { recursive: true });
  });
  await vite.listen();
  const [url = ""] = vite.resolvedUrls?.local ?? [];
  return { origin: new URL(url).origin, close: () => vite.close() };
}

async function createFern(baseUrl: string) {
  const { createPlant } = createPlantStoreClient({ baseUrl, token: "any-token" });
  return (await createPlant(FERN)).data;
}

describe("plantStoreMock", () => {
  it("serves the operation, the page and the control API below /mock", async () => {
    const { origin } = await startVite();
    expect(await createFern(`${origin}/mock`)).toEqual({ name: "Fern" });
    const plants = await fetch(`${origin}/mock/__mock/plants`);
    expect(await plants.text()).toBe('[{"id":7,"name":"Seed"},{"id":1,"name":"Fern"}]');
    const page = await fetch(`${origin}/mock?session=a`);
    expect(await page.text()).toContain('href="/mock/__mock/page/');
  });

  it("serves them below another basePath", async () => {
    const { origin } = await startVite({ plugins: [plantStoreMock({ basePath: "/api/plants-mock" })] });
    expect(await createFern(`${origin}/api/plants-mock/v1`)).toEqual({ name: "Fern" });
  });

  it("isn't prefixed by Vite's base", async () => {
    const { origin } = await startVite({ base: "/app/" });
    expect(await createFern(`${origin}/mock`)).toEqual({ name: "Fern" });
  });

  it("leaves files of the app to Vite whose names start with the same letters", async () => {
    const { origin } = await startVite();
    const file = await fetch(`${origin}/mock.ts`);
    expect(await file.text()).toContain('export const file = "of the app";');
  });

  it("isn't part of a build", async () => {
    const config: InlineConfig = { configFile: false, plugins: [plantStoreMock()] };
    const names = async (command: "build" | "serve") =>
      (await resolveConfig(config, command)).plugins.map(({ name }) => name);
    expect(await names("serve")).toContain("plant-store-mock");
    expect(await names("build")).not.toContain("plant-store-mock");
  });

  it("ends the page's events when Vite closes", async () => {
    const { origin, close } = await startVite();
    const { body } = await fetch(`${origin}/mock/__mock/events`);
    const reader = body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    await close();
    await expect(reader?.closed).rejects.toThrow("terminated");
  });

  it("throws when an option is invalid", () => {
    expect(() => plantStoreMock({ basePath: "mock" })).toThrow(/^Invalid options: basePath must be/);
    expect(() => plantStoreMock({ port: 1 } as never)).toThrow("Invalid options: unknown option port");
  });
});

describe("plantStoreMock over HTTPS", () => {
  const startSecure = async () => (await startVite({ server: { https: { key, cert } } })).origin;

  async function sendOverHttp2(origin: string, headers: OutgoingHttpHeaders, body?: string) {
    const session = connect(origin, { rejectUnauthorized: false });
    onTestFinished(() => session.destroy());
    const stream = session.request(headers);
    stream.end(body);
    const [{ ":status": status }] = await once(stream, "response");
    return { status, body: await text(stream) };
  }

  async function getOverHttp1(url: string, headers: Record<string, string>) {
    const [response] = await once(get(url, { headers, rejectUnauthorized: false, agent: false }), "response");
    return { status: response.statusCode, body: await text(response) };
  }

  it("creates a plant over HTTP/2", async () => {
    const origin = await startSecure();
    const credentials = { authorization: "Bearer any", "content-type": "application/json" };
    const create = { ":method": "POST", ":path": "/mock/plants", ...credentials };
    const created = await sendOverHttp2(origin, create, '{"id":1,"name":"Fern"}');
    expect(created).toEqual({ status: 200, body: '{"name":"Fern"}' });
    const plants = await sendOverHttp2(origin, { ":path": "/mock/__mock/plants?id=1" });
    expect(plants).toEqual({ status: 200, body: '[{"id":1,"name":"Fern"}]' });
  });

  it.each([
    { of: "another host", headers: { ":authority": "evil.example.com" } },
    {
      of: "another host, with a Host header of this machine",
      headers: { ":authority": "evil.example.com", host: "localhost" },
    },
    { of: "a page of another origin", headers: { origin: "https://evil.example.com" } },
  ])("refuses the control API to requests of $of over HTTP/2", async ({ headers }) => {
    const refused = await sendOverHttp2(await startSecure(), { ":path": "/mock/__mock/plants", ...headers });
    expect(refused).toMatchObject({ status: 403, body: expect.stringContaining("The control API ") });
  });

  it("refuses the control API to requests of another host over HTTP/1.1", async () => {
    const refused = await getOverHttp1(`${await startSecure()}/mock/__mock/plants`, { host: "evil.example.com" });
    expect(refused).toMatchObject({ status: 403, body: expect.stringContaining("The control API ") });
  });
});
