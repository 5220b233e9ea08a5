import type { Locator } from "@playwright/test";
import { describe, it } from "vitest";
import { deferred } from "../../support/deferred.ts";
import { findProblems } from "./support/axe.ts";
import { expect, SCREENS } from "./support/chromium.ts";
import { npm, openApp, reopenForm, type Uses } from "./support/example-app.ts";
import { fill, send, sendButton } from "./support/plant-form.ts";

const STATUS_400 = /^Failed to load resource: .* 400/;
const LOST_CONNECTION = /^Failed to load resource: net::ERR_/;
const VALUES = { name: "Fern", id: "1" };

describe.each(["mock", "service"] as const)("the React example with the %s", (uses) => {
  it.each(["9007199254740993", "-9223372036854775808"])("creates a plant with the exact id %s", async (id) => {
    const { page, posted, control } = await openApp(uses);
    await send(page, { name: "Fern", id: ` ${id} ` });
    await page.getByText(`Created Fern, with the id ${id}.`).waitFor();
    expect(posted).toEqual([`{"id":${id},"name":"Fern"}`]);
    expect(await (await control(`plants?id=${id}`)).text()).toContain("Fern");
  });

  it("keeps the input when it shows the service's Error", async () => {
    const { page, expectedErrors, control } = await openApp(uses);
    expectedErrors.push(STATUS_400);
    await control("plants", '{"id":1,"name":"Fern"}');
    await send(page, { name: "Moss", id: "1" });
    await expect(page.getByRole("alert")).toContainText("The id 1 is in use");
    await expect(page.getByLabel("Name")).toHaveValue("Moss");
    await expect(page.getByLabel("Id")).toHaveValue("1");
  });
});

describe("the form of the React example", () => {
  async function expectIssue(field: Locator, issue: string) {
    await expect(field).toHaveAccessibleDescription(new RegExp(issue));
    await expect(field).toHaveAttribute("aria-invalid", "true");
  }

  it("shows an issue beside each invalid field", async () => {
    const { page } = await openApp("service");
    await sendButton(page).click();
    await expectIssue(page.getByLabel("Name"), "Enter a name");
    await expectIssue(page.getByLabel("Id", { exact: true }), "Enter an id");
    await expect(page.getByLabel("Tag")).not.toHaveAttribute("aria-invalid", "true");
  });

  it("creates a plant by keyboard after a correction", async () => {
    const { page, posted } = await openApp("service");
    await send(page, { name: "Fern", id: "a dozen" });
    const id = page.getByLabel("Id", { exact: true });
    await expectIssue(id, "Use digits");
    await id.fill("5");
    await id.press("Enter");
    await page.getByText("Created Fern, with the id 5.").waitFor();
    expect(posted).toEqual(['{"id":5,"name":"Fern"}']);
  });

  it.each(SCREENS)("is accessible and fits the screen in any state: $screen", async ({ options }) => {
    const { page, expectedErrors } = await openApp("service", options);
    expectedErrors.push(STATUS_400);
    const long = { name: "Fern".repeat(60), tag: "indoor".repeat(60), id: "-9223372036854775808" };
    const empty = await findProblems(page);
    await sendButton(page).click();
    await page.getByText("Enter a name").waitFor();
    const invalid = await findProblems(page);
    await send(page, long);
    await page.getByText(/^Created/).waitFor();
    const created = await findProblems(page);
    await send(page, { ...long, tag: "garden".repeat(60) });
    await page.getByText("The id -9223372036854775808 is in use").waitFor();
    const refused = await findProblems(page);
    expect({ empty, invalid, created, refused }).toEqual({ empty: [], invalid: [], created: [], refused: [] });
  });
});

describe("the React example with the mock", () => {
  it("gets a fault for each request whose page sends X-Mock-Fault", async () => {
    const { page, expectedErrors } = await openApp("mock");
    expectedErrors.push(LOST_CONNECTION);
    await page.setExtraHTTPHeaders({ "X-Mock-Fault": "connection" });
    await send(page, VALUES);
    await expect(page.getByRole("alert")).toContainText("The plant may have been created.");
  });
});

/** Opens a form, and holds its requests until `respond` is called. */
async function openAndHold(uses: Uses, form: string) {
  const opened = await openApp(uses, {}, form);
  const held = deferred();
  await opened.page.route("**/{api,v1}/plants", (route) => held.promise.then(() => route.continue()));
  return { ...opened, respond: held.resolve, waiting: opened.page.getByRole("button", { name: "Creating …" }) };
}

/** Opens a form, and sends a plant that may exist afterward. */
async function openInDoubt(form: string, uses: Uses = "service") {
  const opened = await openApp(uses, {}, form);
  opened.expectedErrors.push(/^Failed to load resource: .* 503/);
  await opened.control("faults", "503");
  await send(opened.page, VALUES);
  const alert = opened.page.getByRole("alert");
  await expect(alert).toContainText("The plant may have been created.");
  return { ...opened, alert };
}

describe.each([
  { libraries: "React Hook Form and React Query", form: "" },
  { libraries: "TanStack Form and React Query", form: "tanstack" },
  { libraries: "Redux Toolkit", form: "redux" },
])("the form with $libraries", ({ form }) => {
  const open = () => openApp("service", {}, form);
  const openHeld = () => openAndHold("service", form);

  it("sends one request for a double click", async () => {
    const { page, posted, respond } = await openHeld();
    await fill(page, VALUES);
    await sendButton(page).dblclick();
    respond();
    await page.getByText("Created Fern, with the id 1.").waitFor();
    expect(posted).toEqual(['{"id":1,"name":"Fern"}']);
  });

  it("sends one request for two clicks in one turn", async () => {
    const { page, posted, respond } = await openHeld();
    await fill(page, VALUES);
    await sendButton(page).evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
    });
    respond();
    await page.getByText("Created Fern, with the id 1.").waitFor();
    expect(posted).toEqual(['{"id":1,"name":"Fern"}']);
  });

  it("sends one request when Enter is pressed again while it waits", async () => {
    const { page, posted, respond, waiting } = await openHeld();
    await fill(page, VALUES);
    await page.getByLabel("Name").press("Enter");
    await waiting.waitFor();
    await page.getByLabel("Name").press("Enter");
    respond();
    await page.getByText("Created Fern, with the id 1.").waitFor();
    expect(posted).toHaveLength(1);
  });

  it("sends one request, and names its plant, when the form is opened again while it waits", async () => {
    const { page, posted, respond, waiting } = await openAndHold("mock", form);
    await send(page, VALUES);
    await waiting.waitFor();
    await reopenForm(page);
    await fill(page, { ...VALUES, name: "Moss" });
    await page.getByLabel("Name").press("Enter");
    await waiting.waitFor();
    respond();
    await page.getByText("Created Fern, with the id 1.").waitFor();
    expect(posted).toEqual(['{"id":1,"name":"Fern"}']);
  });

  it("keeps what was typed after a success, and sends nothing when it is sent again", async () => {
    const { page, posted } = await open();
    await send(page, VALUES);
    const created = page.getByText("Created Fern, with the id 1.");
    await created.waitFor();
    await page.getByLabel("Name").press("Enter");
    await sendButton(page).click();
    await created.waitFor();
    await expect(page.getByLabel("Name")).toHaveValue("Fern");
    expect(posted).toEqual(['{"id":1,"name":"Fern"}']);
  });

  it("shows a failure, keeps the input, and throws nothing", async () => {
    const { page, expectedErrors, control } = await open();
    expectedErrors.push(/^Failed to load resource/);
    await control("faults", '{"when": {}, "fault": "connection"}');
    await send(page, VALUES);
    await expect(page.getByRole("alert")).toContainText("The plant may have been created.");
    await expect(page.getByLabel("Name")).toHaveValue("Fern");
  });

  it("names the plant that may exist, also when another one is typed", async () => {
    const { page, alert } = await openInDoubt(form);
    await fill(page, { name: "Moss", id: "2" });
    await expect(alert).toContainText("Fern, with the id 1: The plant may have been created.");
  });

  it("sends no plant that may exist again until its id changes", async () => {
    const { page, posted, alert } = await openInDoubt(form);
    await sendButton(page).click();
    await send(page, { ...VALUES, name: "" });
    await page.getByText("Enter a name").waitFor();
    await send(page, { ...VALUES, name: "Moss" });
    await expect(alert).toContainText("The plant may have been created.");
    await send(page, { name: "Moss", id: "2" });
    await page.getByText("Created Moss, with the id 2.").waitFor();
    expect(posted).toEqual(['{"id":1,"name":"Fern"}', '{"id":2,"name":"Moss"}']);
  });

  it("sends no plant that may exist again after another plant, and says so", async () => {
    const { page, posted, alert } = await openInDoubt(form);
    await send(page, { name: "Moss", id: "2" });
    await page.getByText("Created Moss, with the id 2.").waitFor();
    await expect(alert).toBeEmpty();
    await send(page, VALUES);
    await expect(alert).toContainText("The plant may have been created.");
    expect(posted).toEqual(['{"id":1,"name":"Fern"}', '{"id":2,"name":"Moss"}']);
  });

  it("shows no failure when it is opened again, and sends no plant that may exist", async () => {
    const { page, posted, alert } = await openInDoubt(form, "mock");
    await reopenForm(page);
    await expect(alert).toBeEmpty();
    await send(page, VALUES);
    await expect(alert).toContainText("The plant may have been created.");
    expect(posted).toEqual(['{"id":1,"name":"Fern"}']);
  });

  it("hides the failure when the plant is created", async () => {
    const { page, expectedErrors, control } = await open();
    expectedErrors.push(STATUS_400);
    await control("faults", "400");
    await send(page, VALUES);
    await expect(page.getByRole("alert")).toContainText("The plant wasn't created");
    await sendButton(page).click();
    await page.getByText("Created Fern, with the id 1.").waitFor();
    await expect(page.getByRole("alert")).toBeEmpty();
  });

  it("creates a plant while the browser is offline, as with a mock that needs no network", async () => {
    const { page } = await open();
    await page.evaluate(() => dispatchEvent(new Event("offline")));
    await send(page, VALUES);
    await page.getByText("Created Fern, with the id 1.").waitFor();
  });

  it("shows an issue beside its field", async () => {
    const { page } = await open();
    await send(page, { name: "Fern", id: "a dozen" });
    await expect(page.getByLabel("Id", { exact: true })).toHaveAccessibleDescription(/Use digits/);
  });

  it("is accessible while it waits", async () => {
    const { page, respond, waiting } = await openHeld();
    await send(page, VALUES);
    await waiting.waitFor();
    expect(await findProblems(page)).toEqual([]);
    respond();
    await expect(waiting).toBeHidden();
  });
});

it("shows that the plant may exist after Cancel, in the form with Redux Toolkit", async () => {
  const { page, control } = await openApp("service", {}, "redux");
  await control("faults", "timeout");
  await send(page, VALUES);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("alert")).toContainText("The plant may have been created.");
});

it("shows that the plant may exist after a bug, in the form with Redux Toolkit", async () => {
  const { page } = await openApp("mock", {}, "redux");
  await page.evaluate(`(async () => {
    const { store } = await import("/src/store.ts");
    const { sendPlant } = await import("/src/plants-slice.ts");
    const createPlant = () => Promise.reject(new Error("a bug"));
    store.dispatch(sendPlant({ createPlant, form: "plant", newPlant: { id: 1, name: "Fern" } }));
  })()`);
  await expect(page.getByRole("alert")).toContainText("a bug. The plant may have been created.");
});

it("cancels a call after the form has been opened again, in the form with Redux Toolkit", async () => {
  const { page } = await openAndHold("mock", "redux");
  await send(page, VALUES);
  const cancel = page.getByRole("button", { name: "Cancel" });
  await cancel.waitFor();
  await reopenForm(page);
  await cancel.click();
  await expect(page.getByRole("alert")).toContainText("The plant may have been created.");
});

describe("the React example with the service", () => {
  it("loads no mock", async () => {
    const { asked } = await openApp("service");
    expect(asked.map(({ pathname }) => pathname).filter((path) => /mock|worker/i.test(path))).toEqual([]);
  });
});

it("passes the React example's own tests", () =>
  npm(["test", "--", "--config", "../../test/playwright/react.config.ts"]));
