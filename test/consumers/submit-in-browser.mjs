/** Submits the form of a recipe in Chromium. */
import assert from "node:assert/strict";
import { chromium } from "playwright-core";

/** Each plant has an id of its own, since the server doesn't send one again that may exist. */
let lastId = 9007199254740993n;

/**
 * With clicks before the page has its JavaScript, twice at once, before the response and after it, in two pages, after a failure, and
 * while the server can't be reached.
 */
export async function submitInBrowser(
  app,
  { needsJavaScript = false, otherPage, lost = "may have been created" } = {},
) {
  await withForm(
    app,
    async ({ page, create, id }) => {
      if (needsJavaScript) {
        assert.ok(await create.isDisabled(), "The button must be disabled until the page has its JavaScript");
      } else {
        await create.click();
        await page.getByText(`Created Fern, with the id ${id}.`).waitFor();
      }
    },
    { javaScriptEnabled: false },
  );

  await withForm(app, async ({ page, create, control, id }) => {
    await control("faults", '{"when":{},"fault":{"delayMs":500,"creates":true}}');
    await create.dblclick({ force: true });
    await fill(page, "5");
    await page.getByText(`Created Fern, with the id ${id}.`).waitFor();
    assert.equal((await control("requests")).length, 1);
  });

  await withForm(app, async ({ page, create, control, id }) => {
    await control("faults", '{"when":{},"fault":{"delayMs":1000,"creates":true}}');
    const other = await page.context().browser().newPage();
    await other.goto(app, { waitUntil: "networkidle" });
    await fill(other, id, "Moss");
    await create.click();
    await other.getByRole("button", { name: "Create" }).click();
    await other.getByText(`Created Fern, with the id ${id}.`).waitFor(); // a call with its id was on its way
  });

  await withForm(app, async ({ page, create, control, id }) => {
    // Before the page can disable the button.
    await create.evaluate((button) => {
      button.click();
      button.click();
    });
    await page.getByText(`Created Fern, with the id ${id}.`).waitFor();
    await page.locator("form button:enabled").waitFor();
    assert.equal((await control("requests")).length, 1, "Two clicks at once must send one plant");
  });

  await withForm(app, async ({ page, create, control, id }) => {
    for (let count = 0; count < 2; count++) {
      await create.click();
      await page.locator("form button:enabled").waitFor();
      await page.getByText(`Created Fern, with the id ${id}.`).waitFor();
    }
    assert.equal(await page.locator("[name=id]").inputValue(), id, "A success must not empty the form");
    assert.equal((await control("requests")).length, 1, "A click after the response must send nothing");
  });

  await withForm(app, async ({ page, create, control, id }) => {
    const isPost = (response) => response.request().method() === "POST";
    const submit = async (text) => {
      await fill(page, text);
      await Promise.all([page.waitForResponse(isPost), create.click()]);
      await page.locator("form button:enabled").waitFor();
    };
    await control("faults", "503");
    await submit(id);
    await page.getByText("may have been created").waitFor();
    await submit(`${id} `);
    await page.getByText("may have been created").waitFor();
    await submit("2");
    await page.getByText("Created Fern, with the id 2.").waitFor();
    await submit(id);
    await page.getByText("may have been created").waitFor();
    assert.deepEqual(await control("plants"), [{ id: 2, name: "Fern" }]);
    assert.equal((await control("requests")).length, 2, "A plant that may exist must be sent once");
  });

  if (otherPage) {
    // Otherwise, Vite reloads the page at the first link to the other one.
    await withForm(app, ({ page }) => page.goto(app + otherPage, { waitUntil: "networkidle" }));

    await withForm(app, async ({ page, create, control, id }) => {
      await control("faults", '{"when":{},"fault":{"delayMs":500,"creates":true}}');
      await addLink(page, otherPage);
      await create.click();
      await page.getByText("Link").click();
      await page.getByText(`Created Fern, with the id ${id}.`).waitFor();
    });

    await withForm(app, async ({ page, create, control }) => {
      await page.route("**/*__data.json*", () => {}); // the other page never comes
      await addLink(page, otherPage);
      await page.getByText("Link").click();
      await create.click();
      await page.waitForTimeout(500);
      assert.deepEqual(
        await control("requests"),
        [],
        "A page that is left must send nothing, since nobody sees the outcome",
      );
    });
  }

  const fromProxy = { status: 504, json: { message: "Endpoint request timed out" } };
  for (const lose of [(route) => route.abort(), (route) => route.fulfill(fromProxy)]) {
    await withForm(app, async ({ page, create, id }) => {
      await loseResponses(page, lose);
      await create.click();
      await page.getByText(lost.replace("ID", id)).waitFor();
      assert.equal(await create.count(), 0, "A page must replace the form when a response is lost");
    });
  }
}

/** Opens the form and fills it in. `control` calls the control API of the mock. */
async function withForm(app, use, { javaScriptEnabled = true } = {}) {
  const control = async (path, body) => {
    const response = await fetch(`${app}/mock/__mock/${path}`, body === undefined ? {} : { method: "POST", body });
    return response.status === 204 ? undefined : response.json();
  };
  await control("reset", "");
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage({ javaScriptEnabled });
    // Vite reloads the first page when it has found what to bundle.
    await page.goto(app, { waitUntil: "networkidle" });
    await page.goto(app, { waitUntil: "networkidle" });
    if (javaScriptEnabled) {
      await page.locator("form button:enabled").waitFor();
    }
    lastId += 1n;
    const id = String(lastId);
    await fill(page, id);
    await use({ page, create: page.getByRole("button", { name: "Create" }), control, id });
  } finally {
    await browser.close();
    await control("reset", "");
  }
}

async function fill(page, id, name = "Fern") {
  await page.locator("[name=id]").fill(id);
  await page.locator("[name=name]").fill(name);
}

const addLink = (page, href) =>
  page.evaluate((href) => document.body.insertAdjacentHTML("beforeend", `<a href="${href}">Link</a>`), href);

/** Loses the responses to what the page posts. */
const loseResponses = (page, lose) =>
  page.route(
    ({ pathname }) => !pathname.startsWith("/mock"),
    (route, request) => (request.method() === "POST" ? lose(route) : route.continue()),
  );
