/** Submits the form of a recipe in Chromium. */
import assert from "node:assert/strict";
import { chromium } from "playwright-core";

const ID = "9007199254740993";

/** With double clicks before hydration, before the response and after it, and while the server can't be reached. */
export async function submitInBrowser(app) {
  const html = await (await fetch(app)).text();
  assert.match(html, /<button[^>]* disabled[^>]*>Create</, "The button must be disabled until the page is hydrated");

  await withForm(app, async ({ page, create, control }) => {
    await control("faults", '{"when":{},"fault":{"delayMs":500,"creates":true}}');
    await create.dblclick({ force: true });
    await page.getByText("Created Fern.").waitFor();
    assert.equal((await control("requests")).length, 1);
  });

  await withForm(app, async ({ page, create }) => {
    await page.evaluate(() => {
      window.submits = 0;
      window.addEventListener("submit", () => window.submits++, { capture: true });
    });
    await create.click();
    await page.getByText("Created Fern.").waitFor();
    await page.locator("form button:enabled").waitFor();
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    assert.equal(await page.evaluate(() => window.submits), 1, "The second click of a double click must be ignored");
  });

  await withForm(app, async ({ page, create }) => {
    await loseResponses(page);
    await create.click();
    await page.getByText("may have been created").waitFor();
  });
}

/** When a script clicks twice, before the page can disable the button. */
export const clickTwiceAtOnce = (app) =>
  withForm(app, async ({ page, create, posts }) => {
    await create.evaluate((button) => {
      button.click();
      button.click();
    });
    await page.getByText("Created Fern.").waitFor();
    assert.equal(posts.length, 1, "Two clicks at once must send one plant");
  });

/** Again after a failure that may have created the plant: of the service, or because this server's response was lost. */
export async function resubmitInBrowser(app) {
  await withForm(app, async ({ page, create, control, posts }) => {
    await control("faults", "503");
    await create.click();
    await page.getByText("may have been created").waitFor();
    await create.click();
    await page.locator("[name=id]").fill(`${ID} `);
    await create.click();
    await page.evaluate(() => new Promise(requestAnimationFrame));
    assert.equal(posts.length, 1, "An id in doubt must be sent once, also with blanks");
    await page.locator("[name=id]").fill("2");
    await create.click();
    await page.getByText("Created Fern.").waitFor();
    assert.deepEqual(await control("plants"), [{ id: 2, name: "Fern" }]);
    await fill(page);
    await create.click();
    await page.getByText("may have been created").waitFor();
    assert.equal(posts.length, 2, "An id in doubt must not be sent after another plant");
  });

  await withForm(app, async ({ page, create, control }) => {
    const { lost, restore } = await loseResponses(page);
    await create.click();
    await page.getByText("may have been created").waitFor();
    await create.click();
    await restore();
    await page.locator("[name=id]").fill("2");
    await create.click();
    await page.getByText("Created Fern.").waitFor();
    assert.deepEqual(await control("plants"), [{ id: 2, name: "Fern" }]);
    assert.equal(lost.length, 1);
  });
}

/** Opens the form and fills it in. `control` calls the control API of the mock, and `posts` has what the page sent. */
async function withForm(app, use) {
  const control = async (path, body) => {
    const response = await fetch(`${app}/mock/__mock/${path}`, body === undefined ? {} : { method: "POST", body });
    return response.status === 204 ? undefined : response.json();
  };
  await control("reset", "");
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    // Vite reloads the first page when it has found what to bundle.
    await page.goto(app, { waitUntil: "networkidle" });
    await page.goto(app, { waitUntil: "networkidle" });
    await page.locator("form button:enabled").waitFor();
    await fill(page);
    const posts = [];
    page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
    await use({ page, create: page.getByRole("button", { name: "Create" }), control, posts });
  } finally {
    await browser.close();
    await control("reset", "");
  }
}

async function fill(page) {
  await page.locator("[name=id]").fill(ID);
  await page.locator("[name=name]").fill("Fern");
}

/** Aborts what the page posts, until `restore` is called, and lists it. */
async function loseResponses(page) {
  const lost = [];
  const isPage = ({ pathname }) => !pathname.startsWith("/mock");
  await page.route(isPage, (route, request) => {
    if (request.method() !== "POST") {
      return route.continue();
    }
    lost.push(request.url());
    return route.abort();
  });
  return { lost, restore: () => page.unroute(isPage) };
}
