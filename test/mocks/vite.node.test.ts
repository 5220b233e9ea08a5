import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:http2";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createPlantStoreClient } from "plant-store-sdk";
import { plantStoreMock } from "plant-store-sdk/mocks/vite";
import { createLogger, createServer, type InlineConfig, resolveConfig, type ViteDevServer } from "vite";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { cert, key } from "../support/certificate.ts";
import { FERN_JSON, fern } from "../support/fern.ts";

/** Starts Vite's dev server with an app of one file, until the test ends. */
async function startVite({ server, ...config }: InlineConfig = {}) {
  const root = mkdtempSync(join(tmpdir(), "plant-store-vite-"));
  writeFileSync(join(root, "mock.ts"), "export const file: string = 'of the app';");
  const vite = await createServer({
    root,
    configFile: false,
    logLevel: "silent",
    plugins: [plantStoreMock()],
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
  return { origin: new URL(url).origin, vite };
}

async function createFern(baseUrl: string) {
  const { createPlant } = createPlantStoreClient({ baseUrl, token: "any-token" });
  return (await createPlant(fern)).data;
}

describe("plantStoreMock", () => {
  it.each(["/", "/app/"])("prints its address after the app's, whose base is %s", async (base) => {
    const customLogger = createLogger("silent");
    const info = vi.spyOn(customLogger, "info");
    const { origin, vite } = await startVite({ customLogger, base });
    vite.printUrls();
    expect(info).toHaveBeenLastCalledWith(`  ➜  Plant Store mock: ${origin}/mock`);
  });

  it("prints no address in middleware mode, where it knows none", async () => {
    const customLogger = createLogger("silent");
    const info = vi.spyOn(customLogger, "info");
    // Vite's own `printUrls` throws there.
    const framework = {
      name: "framework",
      configureServer(server: ViteDevServer) {
        server.printUrls = () => {};
      },
    };
    const plugins = [framework, plantStoreMock()];
    const vite = await createServer({
      configFile: false,
      server: { middlewareMode: true, ws: false },
      customLogger,
      plugins,
    });
    onTestFinished(() => vite.close());
    vite.printUrls();
    expect(info).not.toHaveBeenCalled();
  });

  it("throws for an empty basePath, which is the app's", () => {
    expect(() => plantStoreMock({ basePath: "" })).toThrow(
      'Invalid options: basePath must not be empty, because the app has the path "/"',
    );
  });

  it("takes the options of a mock", async () => {
    const { origin } = await startVite({ plugins: [plantStoreMock({ plants: [{ id: 7, name: "Seed" }] })] });
    const plants = await fetch(`${origin}/mock/__mock/plants`);
    expect(await plants.text()).toBe('[{"id":7,"name":"Seed"}]');
  });

  it("serves the operation below /mock, whatever Vite's base is", async () => {
    const { origin } = await startVite({ base: "/app/" });
    expect(await createFern(`${origin}/mock`)).toEqual({ name: "Fern" });
  });

  it("leaves files of the app to Vite whose names start with the same letters", async () => {
    const { origin } = await startVite();
    const file = await fetch(`${origin}/mock.ts`);
    expect(await file.text()).toContain('export const file = "of the app";');
  });

  it("restores the initial plants when Vite restarts, as after an edit of its configuration", async () => {
    vi.stubGlobal("plantStoreMock", plantStoreMock);
    onTestFinished(() => void vi.unstubAllGlobals());
    const folder = mkdtempSync(join(tmpdir(), "plant-store-vite-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const configFile = join(folder, "vite.config.mjs");
    writeFileSync(configFile, "export default { plugins: [globalThis.plantStoreMock()] };");
    const { origin, vite } = await startVite({ configFile, plugins: [] });
    const listPlants = async () => (await fetch(`${origin}/mock/__mock/plants`)).text();
    await createFern(`${origin}/mock`);
    expect(await listPlants()).toBe(`[${FERN_JSON}]`);
    await vite.restart();
    expect(await listPlants()).toBe("[]");
  });

  it("isn't part of a build", async () => {
    const { plugins } = await resolveConfig({ configFile: false, plugins: [plantStoreMock()] }, "build");
    expect(plugins.map(({ name }) => name)).not.toContain("plant-store-mock");
  });
});

describe("a page of another origin", () => {
  const EVIL = "https://evil.example.com";
  const LOCAL = "http://localhost:4711";

  /** Sends a request that needs no preflight, and returns what the page could read of the response. */
  async function sendFrom(pageOrigin: string, server: InlineConfig["server"] = {}, plugin = plantStoreMock()) {
    const { origin } = await startVite({ server, plugins: [plugin] });
    const { status, headers } = await fetch(`${origin}/mock/plants`, {
      method: "POST",
      headers: { origin: pageOrigin },
    });
    return [status, headers.get("access-control-allow-origin")];
  }

  it.each([
    ["by default", {}],
    ["with server.cors: false", { cors: false }],
  ])("is refused %s", async (_, server) => {
    expect(await sendFrom(EVIL, server)).toEqual([403, null]);
  });

  it("is refused a preflight with server.cors: false", async () => {
    const { origin } = await startVite({ server: { cors: false } });
    const headers = { origin: EVIL, "access-control-request-method": "POST" };
    expect((await fetch(`${origin}/mock/plants`, { method: "OPTIONS", headers })).status).toBe(403);
  });

  it.each<[string, string, InlineConfig["server"]]>([
    ["of this machine by default", LOCAL, {}],
    ["that server.cors allows", EVIL, { cors: { origin: EVIL } }],
  ])("is accepted %s", async (_, pageOrigin, server) => {
    expect(await sendFrom(pageOrigin, server)).toEqual([400, pageOrigin]);
  });

  it("is accepted with the option cors", async () => {
    expect(await sendFrom(EVIL, {}, plantStoreMock({ cors: true }))).toEqual([400, "*"]);
  });
});

describe("plantStoreMock over HTTPS", () => {
  it("creates a plant over HTTP/2", async () => {
    const { origin } = await startVite({ server: { https: { key, cert } } });
    const session = connect(origin, { rejectUnauthorized: false });
    onTestFinished(() => session.destroy());
    const credentials = { authorization: "Bearer any", "content-type": "application/json" };
    const stream = session.request({ ":method": "POST", ":path": "/mock/plants", ...credentials });
    stream.end(FERN_JSON);
    expect(await text(stream)).toBe('{"name":"Fern"}');
  });
});
