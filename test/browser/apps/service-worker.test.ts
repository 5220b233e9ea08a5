import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import type { Plugin } from "vite";
import { beforeAll, describe, it, onTestFinished } from "vitest";
import { steps } from "../../consumers/mock-app-steps.mjs";
import { deferred } from "../../support/deferred.ts";
import { expect, visit } from "./support/chromium.ts";
import { buildApp, path, startDev, startPreview } from "./support/vite.ts";

const ROOT = "examples/service-worker";
const LEAF = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';

// A worker gets no requests from other origins, and Chromium doesn't tell it that the page has aborted a request.
const titles = Object.keys(steps).filter((title) => !/other origins|client that leaves/.test(title));

/** With the browser's clock, since the example compares its times. */
const open = (url: string) => visit(url, { hasRealClock: true });

async function createMoss(page: Page) {
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByText("Created Moss.").waitFor();
}

/** Waits until the worker has cached the page and its files. */
const untilCached = (page: Page, scope: string) =>
  expect
    .poll(() =>
      page.evaluate(async (scope) => {
        const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
        const files = loaded.filter((name) => name.startsWith(scope) && !name.startsWith(`${scope}mock/`));
        const cache = await caches.open(scope);
        const cached = await Promise.all([scope, ...files].map((url) => cache.match(url)));
        return cached.every(Boolean);
      }, scope),
    )
    .toBe(true);

/** Adds HTML to the page of the build. */
function addToPage(text: string) {
  const file = path(`${ROOT}/dist/index.html`);
  writeFileSync(file, readFileSync(file, "utf8").replace("</body>", `${text}</body>`));
}

/** The text of the page that the worker has cached. */
const cachedPage = (page: Page, scope: string) =>
  page.evaluate(async (scope) => (await caches.match(scope))?.text(), scope);

/** The preview of a build responds like this to the URLs that match. */
const respondTo = (pattern: () => RegExp, respond: (response: ServerResponse) => void): Plugin => ({
  name: "respond",
  configurePreviewServer: ({ middlewares }) =>
    void middlewares.use((request, response, next) => (pattern().test(request.url ?? "") ? respond(response) : next())),
});

describe.each(["/", "/demo/"])("a mock in a service worker at %s", (base) => {
  let url: string;
  beforeAll(async () => {
    const vite = await startDev(ROOT, base);
    url = vite.url;
    return vite.close;
  });

  it("responds on the first visit", async () => {
    const { page } = await open(url);
    await createMoss(page);
  });

  it("responds after Shift+reload", async () => {
    const { page } = await open(url);
    await createMoss(page);
    const devTools = await page.context().newCDPSession(page);
    const loaded = page.waitForEvent("load");
    await devTools.send("Page.reload", { ignoreCache: true });
    await loaded;
    await createMoss(page);
  });

  it("shows that the plant may exist when the connection drops", async () => {
    const { page, expectedErrors } = await open(url);
    await page.locator("button:enabled").waitFor();
    expectedErrors.push(/^Failed to load resource/);
    await page.evaluate(() =>
      fetch("mock/__mock/faults", { method: "POST", body: '{"when": {}, "fault": "connection"}' }),
    );
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByText("(it may have been created)").waitFor();
  });

  it.each(titles)("%s", async (title) => {
    const { page, expectedErrors } = await open(url);
    expectedErrors.push(/^Failed to load resource/);
    // A text, since Vitest would rewrite the imports of a function.
    await page.evaluate(`(async () => {
      const { startWorker } = await import("${base}start-worker.ts");
      const url = await startWorker();
      const { runStep } = await import("${base}@fs${path("test/consumers/mock-app-steps.mjs")}");
      await runStep({ url }, ${JSON.stringify(title)});
    })()`);
  });

  it("responds in a production build, whose page can be opened offline, at any path", async () => {
    await buildApp(ROOT, base);
    const { url, close } = await startPreview(ROOT, base);
    const { page } = await open(`${url}plants/7`);
    await createMoss(page);
    await untilCached(page, url);
    await close(); // stands for being offline
    await page.reload();
    await createMoss(page);
    for (const path of ["", "?from=mail", "plants/8", "mockery"]) {
      await page.goto(url + path);
      await createMoss(page);
    }
  });

  it("responds if another page's worker claims the page first", async () => {
    const { page, expectedHosts } = await open("about:blank");
    expectedHosts.push(new URL(url).host);
    await page.addInitScript(() => {
      const { serviceWorker } = navigator;
      const register = serviceWorker.register.bind(serviceWorker);
      serviceWorker.register = async (...options) => {
        const claimed = new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve));
        const registration = await register(...options);
        await claimed;
        return registration;
      };
    });
    await page.goto(url);
    await createMoss(page);
  });

  it("doesn't wait for an update of the worker on a later visit", async () => {
    const { page } = await open(url);
    await createMoss(page);
    await page.addInitScript(() => {
      navigator.serviceWorker.register = () => new Promise(() => {});
    });
    await page.reload();
    await createMoss(page);
  });

  it("requests each file of the first visit once more, for the worker", async () => {
    await buildApp(ROOT, base);
    const { url, close } = await startPreview(ROOT, base);
    onTestFinished(close);
    const { page } = await open(url);
    await untilCached(page, url);
    await page.waitForTimeout(200);
    const [script = ""] = (await page.content()).match(/assets\/[^"]+\.js/) ?? [];
    const count = await page.evaluate((name) => performance.getEntriesByName(name).length, url + script);
    expect(count).toBe(2);
  });

  it("responds at a path of the page's router that a static host doesn't have", async () => {
    await buildApp(ROOT, base);
    const { url, close } = await startPreview(ROOT, base, { isStatic: true });
    onTestFinished(close);
    const { page, expectedErrors } = await open(url);
    await createMoss(page);
    await page.evaluate(() => history.pushState(null, "", "plants/7"));
    await page.reload();
    await createMoss(page);
    expect(page.url()).toBe(`${url}plants/7`);
    expectedErrors.push(/^Failed to load resource/);
    expect(await page.evaluate(() => fetch("no-file.json").then(({ status }) => status))).toBe(404);
  });

  it("still has the files of an open page when a new build has replaced them", async () => {
    await buildApp(ROOT, base);
    const { url, close } = await startPreview(ROOT, base, { isStatic: true });
    onTestFinished(close);
    const { page } = await open(url);
    await untilCached(page, url);
    const [script = ""] = (await page.content()).match(/assets\/[^"]+\.js/) ?? [];
    rmSync(path(`${ROOT}/dist/${script}`));
    expect(await page.evaluate((file) => fetch(file).then(({ status }) => status), script)).toBe(200);
  });

  it("keeps a file of an open page when a host responds with the page to any path", async () => {
    await buildApp(ROOT, base);
    let pattern = /no file/;
    const plugin: Plugin = respondTo(
      () => pattern,
      (response) => response.setHeader("content-type", "text/html").end("A page"),
    );
    const { url, close } = await startPreview(ROOT, base, { plugins: [plugin] });
    onTestFinished(close);
    const { page, expectedErrors } = await open(url);
    await untilCached(page, url);
    pattern = /\.js$/;
    expectedErrors.push(/outside a module/);
    const [script = ""] = (await page.content()).match(/assets\/[^"]+\.js/) ?? [];
    await page.addScriptTag({ url: script });
    expect(
      await page.evaluate(async (file) => (await caches.match(file))?.headers.get("content-type"), script),
    ).toContain("javascript");
  });

  it("has the page of a new build at all paths when it is offline", async () => {
    await buildApp(ROOT, base);
    const { url, close } = await startPreview(ROOT, base, { headers: { "cache-control": "max-age=600" } });
    const { page } = await open(`${url}plants/7`);
    await createMoss(page);
    await untilCached(page, url);
    addToPage("A new build");
    await page.goto(`${url}plants/7`);
    await page.getByText("A new build").waitFor();
    await createMoss(page);
    await expect.poll(() => cachedPage(page, url)).toContain("A new build");
    await close(); // stands for being offline
    for (const path of ["", "plants/8"]) {
      await page.goto(url + path);
      await page.getByText("A new build").waitFor();
      await createMoss(page);
    }
  });

  it("shows the older build offline if a new one hasn't loaded", async () => {
    await buildApp(ROOT, base);
    let pattern = /no file/;
    const loseConnection = respondTo(
      () => pattern,
      (response) => response.destroy(),
    );
    const { url, close } = await startPreview(ROOT, base, { isStatic: true, plugins: [loseConnection] });
    const { page, expectedErrors } = await open(url);
    await createMoss(page);
    await untilCached(page, url);
    expectedErrors.push(/^Failed to load resource/);
    const html = path(`${ROOT}/dist/index.html`);
    writeFileSync(html, readFileSync(html, "utf8").replaceAll(/index-[^"]+\.js/g, "index-new.js"));
    pattern = /index-new\.js/;
    for (const path of ["", "plants/7"]) {
      await page.goto(url + path);
    }
    await close(); // stands for being offline
    for (const path of ["", "plants/7"]) {
      await page.goto(url + path);
      await createMoss(page);
    }
  });

  it("still shows its page offline when another page or a file below it has been opened", async () => {
    await buildApp(ROOT, base);
    mkdirSync(path(`${ROOT}/dist/stories`));
    writeFileSync(path(`${ROOT}/dist/stories/index.html`), `<link rel="icon" href="data:,">Stories`);
    writeFileSync(path(`${ROOT}/dist/leaf.svg`), LEAF);
    const { url, close } = await startPreview(ROOT, base, { isStatic: true });
    const { page, expectedErrors } = await open(url);
    expectedErrors.push(/^Failed to load resource/); // the icon beside an SVG file
    await createMoss(page);
    await untilCached(page, url);
    await page.goto(`${url}stories/`);
    await page.getByText("Stories").waitFor();
    await page.goto(`${url}leaf.svg`);
    await close(); // stands for being offline
    await page.goto(`${url}plants/7`);
    await createMoss(page);
  });

  it("shows its page when a host redirects to index.html, at a path that the host doesn't have and offline", async () => {
    await buildApp(ROOT, base);
    const redirect = respondTo(
      () => new RegExp(`^${base}$`),
      (response) => response.writeHead(302, { location: `${base}index.html` }).end(),
    );
    const { url, close } = await startPreview(ROOT, base, { isStatic: true, plugins: [redirect] });
    const { page } = await open(url);
    await createMoss(page);
    await untilCached(page, url);
    await page.goto(`${url}plants/7`);
    await createMoss(page);
    await close(); // stands for being offline
    for (const path of ["", "plants/8"]) {
      await page.goto(url + path);
      await createMoss(page);
    }
  });

  it("shows its page at a path for which the host responds with 403, as S3 does", async () => {
    await buildApp(ROOT, base);
    const refuse = respondTo(
      () => /plants\/7$/,
      (response) => response.writeHead(403).end(),
    );
    const { url, close } = await startPreview(ROOT, base, { plugins: [refuse] });
    onTestFinished(close);
    const { page } = await open(url);
    await createMoss(page);
    await page.goto(`${url}plants/7`);
    await createMoss(page);
  });

  it("caches a file that loads after the worker has started", async () => {
    await buildApp(ROOT, base);
    writeFileSync(path(`${ROOT}/dist/leaf.svg`), LEAF);
    addToPage('<img src="leaf.svg" alt="A leaf">');
    const { url, close } = await startPreview(ROOT, base);
    const { page, expectedHosts } = await open("about:blank");
    expectedHosts.push(new URL(url).host);
    const image = deferred();
    await page.route("**/leaf.svg", (route) => image.promise.then(() => route.continue()));
    await page.goto(url, { waitUntil: "commit" });
    await createMoss(page);
    image.resolve();
    await page.waitForLoadState("load");
    await untilCached(page, url);
    await close(); // stands for being offline
    await page.reload();
    await createMoss(page);
    const width = await page.getByAltText("A leaf").evaluate((leaf: HTMLImageElement) => leaf.naturalWidth);
    expect(width).toBe(9);
  });

  it("responds although a file of the page is missing", async () => {
    await buildApp(ROOT, base);
    addToPage('<img src="no-leaf.svg" alt="">');
    const { url, close } = await startPreview(ROOT, base, { isStatic: true });
    onTestFinished(close);
    const { page, expectedErrors } = await open(url);
    expectedErrors.push(/^Failed to load resource/);
    await createMoss(page);
  });

  it.each([
    { where: "at the page", path: "" },
    {
      where: "at a path of the page's router that a static host doesn't have",
      isStatic: true,
      headers: { "cache-control": "max-age=600" },
      path: "plants/7",
    },
  ])("shows a new build $where, also when an older one is cached", async ({ path: route, ...options }) => {
    await buildApp(ROOT, base);
    const { url, close } = await startPreview(ROOT, base, options);
    onTestFinished(close);
    const { page } = await open(url);
    await createMoss(page);
    writeFileSync(path(`${ROOT}/dist/index.html`), `<link rel="icon" href="data:,">A new build`);
    await page.goto(url + route);
    await page.getByText("A new build").waitFor();
  });

  it("responds after Shift+reload while a new build replaces the worker, which gets no message", async () => {
    await buildApp(ROOT, base);
    const file = path(`${ROOT}/dist/service-worker.js`);
    const build = readFileSync(file, "utf8");
    writeFileSync(file, build.replace(/(["'`])message\1/, '"no message"'));
    const { url, close } = await startPreview(ROOT, base);
    onTestFinished(close);
    const { page } = await open(url);
    await createMoss(page);
    writeFileSync(file, build);
    const devTools = await page.context().newCDPSession(page);
    await devTools.send("Page.reload", { ignoreCache: true });
    await createMoss(page);
  });

  it("responds on the first visit of a site that has a worker of its own", async () => {
    await buildApp(ROOT, base);
    const siteWorker = `addEventListener("activate", (event) => event.waitUntil(clients.claim()));
      addEventListener("fetch", () => {});`;
    writeFileSync(path(`${ROOT}/dist/site-worker.js`), siteWorker);
    writeFileSync(path(`${ROOT}/dist/site.html`), '<link rel="icon" href="data:,">The site');
    const { url, close } = await startPreview(ROOT, base, { headers: { "service-worker-allowed": "/" } });
    onTestFinished(close);
    const { page } = await open(`${url}site.html`);
    await page.evaluate(async () => {
      const controlled = new Promise((resolve) =>
        navigator.serviceWorker.addEventListener("controllerchange", resolve),
      );
      await navigator.serviceWorker.register("site-worker.js", { scope: "/" });
      await controlled;
    });
    await page.goto(url);
    await createMoss(page);
  });

  it("shows pages although nothing can be cached", async () => {
    await buildApp(ROOT, base);
    const { url, close } = await startPreview(ROOT, base, { headers: { vary: "*" } });
    onTestFinished(close);
    const { page } = await open(url);
    await createMoss(page);
    await page.reload();
    await createMoss(page);
  });

  it("caches nothing that mustn't be stored", async () => {
    await buildApp(ROOT, base);
    const { url, close } = await startPreview(ROOT, base, { headers: { "cache-control": "no-store" } });
    onTestFinished(close);
    const { page } = await open(url);
    await createMoss(page);
    const cached = await page.evaluate((scope) => caches.open(scope).then((cache) => cache.keys()), url);
    expect(cached).toEqual([]);
  });
});

it("says that the page isn't below the worker", async () => {
  const vite = await startDev(ROOT, "/demo/");
  onTestFinished(vite.close);
  const { page } = await open(vite.url);
  const rejection = await page.evaluate(`(async () => {
    const { startWorker } = await import("/demo/start-worker.ts");
    history.pushState(null, "", "/demo");
    return startWorker().catch(String);
  })()`);
  expect(rejection).toMatch(/^Error: The page isn't below .*\/demo\/, so its service worker can't respond$/);
});

it("says that the worker can't be installed", async () => {
  const breakInstall: Plugin = {
    name: "break-install",
    transform: (code, id) =>
      id.endsWith("/service-worker.js")
        ? `${code};addEventListener("install", (event) => event.waitUntil(Promise.reject(new Error("no space"))));`
        : undefined,
  };
  const vite = await startDev(ROOT, "/", [breakInstall]);
  onTestFinished(vite.close);
  const { page } = await open(vite.url);
  await page.getByText("The service worker couldn't be installed").waitFor();
});

it("says over plain HTTP that service workers require HTTPS", async () => {
  await buildApp(ROOT, "/");
  const { url, close } = await startPreview(ROOT, "/");
  onTestFinished(close);
  const { page, expectedHosts } = await open(url);
  expectedHosts.push("demo.example.com");
  await page.route("http://demo.example.com/**", async (route) => {
    const response = await route.fetch({ url: route.request().url().replace("http://demo.example.com/", url) });
    await route.fulfill({ response });
  });
  await page.goto("http://demo.example.com/");
  await page.getByText("Service workers require HTTPS or localhost").waitFor();
});

it("passes the example's own tests, which reach the mock through its page", async () => {
  const vite = await startDev(ROOT, "/demo/");
  onTestFinished(vite.close);
  const args = ["playwright", "test", "--config", "test/playwright/service-worker.config.ts"];
  const options = { cwd: path(""), timeout: 240_000, env: { ...process.env, BASE_URL: vite.url } };
  await promisify(execFile)("npx", args, options).catch(({ stdout, stderr }) => {
    throw new Error(stdout + stderr);
  });
});
