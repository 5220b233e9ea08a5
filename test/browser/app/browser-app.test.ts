import type { Page } from "playwright";
import { describe, inject, it } from "vitest";
import { FAULT_CHOICES } from "../../../examples/browser/src/faults.ts";
import { expect } from "./support/chromium.ts";
import { callService, openApp } from "./support/example-app.ts";
import { send, sendButton } from "./support/plant-form.ts";

const idField = (page: Page) => page.getByLabel("Id", { exact: true });
const plants = (page: Page) => page.getByRole("list", { name: "Plants" }).getByRole("listitem");

describe("the browser app with the mock", () => {
  it("lists its plants, newest first, and still has them after a reload", async () => {
    const { page } = await openApp("browser", "mock");
    await page.getByText("Connected to the mock in this page. Nothing is sent to a server.").waitFor();
    await page.getByText("No plants yet").waitFor();
    await send(page, { name: "Fern", tag: "indoor", id: "9007199254740993" });
    await expect(plants(page)).toHaveCount(1);
    await send(page, { name: "Ficus <b>lyrata</b>", id: "-7" });
    await expect(plants(page)).toHaveCount(2);
    await page.reload();
    const texts = ["Ficus <b>lyrata</b> -7", "Fern 9007199254740993 indoor"];
    await expect(plants(page)).toHaveText(texts, { useInnerText: true });
    await expect(page.getByText("No plants yet")).toBeHidden();
  });

  const SHOWN: Readonly<Record<string, readonly string[]>> = {
    "An Error, 400": ["The service refused the plant", "There is no room", "Error 17, HTTP status 400"],
    "An Error, 503": ["The greenhouse is closed", "The plant may have been created", "Error 18, HTTP status 503"],
    "Dropped connection": ["The connection failed", "Check your network", "The plant may have been created"],
    "No response": ["The request timed out", "The plant may have been created", "10000 ms"],
    "Broken JSON": ["Unexpected response", "neither a Plant nor an Error", '{"name":"Monstera'],
    "A page of HTML, 502": ["Unexpected response", "502 Bad Gateway"],
    "A redirect": ["Unexpected response", "redirect"],
  };
  const faults = FAULT_CHOICES.filter(({ label }) => !label.startsWith("The usual response"));

  it.each(faults)("shows what happened and what to do: $label", async ({ label, fault }) => {
    const { page, posted, expectedErrors } = await openApp("browser", "mock");
    expectedErrors.push(/^Failed to load resource/);
    await page.getByLabel("Next response").selectOption({ label });
    const sent = page.waitForRequest((request) => request.method() === "POST");
    await send(page, { name: "Fern", id: "9007199254740993" });
    await sent;
    if (fault === "timeout") {
      await page.clock.fastForward(10_000);
    }
    const alert = page.getByRole("alert");
    for (const part of SHOWN[label] ?? ["(no expectation)"]) {
      await expect(alert).toContainText(part);
    }
    await expect(plants(page)).toHaveCount(0);
    await expect(sendButton(page)).toBeFocused();
    await sendButton(page).click();
    await page.getByText("Created Fern, with the id 9007199254740993.").waitFor();
    await expect(alert).toBeEmpty();
    expect(posted).toEqual(Array(2).fill('{"id":9007199254740993,"name":"Fern"}'));
  });

  it("asks for an access token when it is empty and sends nothing", async () => {
    const { page, posted } = await openApp("browser", "mock");
    const token = page.getByLabel("Access token");
    await token.fill("");
    await send(page, { name: "Fern", id: "1" });
    await page.getByRole("alert").getByText("The access token is missing or invalid").waitFor();
    await expect(token).toBeFocused();
    await expect(token).toHaveAttribute("aria-invalid", "true");
    await page.keyboard.type("the-right-token");
    await expect(token).not.toHaveAttribute("aria-invalid");
    await page.keyboard.press("Enter");
    await page.getByText("Created Fern").waitFor();
    expect(posted).toHaveLength(1);
  });

  it("shows what is wrong with a field while the user types, until it is corrected", async () => {
    const { page } = await openApp("browser", "mock");
    const id = idField(page);
    await id.pressSequentially("9223372036854775808");
    await expect(id).toHaveAccessibleDescription(/Enter an id from -9223372036854775808 to 9223372036854775807/);
    await expect(id).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByLabel("Name")).not.toHaveAttribute("aria-invalid");
    await id.fill("-9223372036854775808");
    await expect(id).toHaveAccessibleDescription("A whole number of your choice, up to 9223372036854775807.");
    await expect(id).not.toHaveAttribute("aria-invalid");
  });

  it("focuses every control by keyboard in reading order, visibly, and picks an id", async () => {
    const { page, posted } = await openApp("browser", "mock");
    const tabTo = async (...ids: readonly string[]) => {
      for (const id of ids) {
        await page.keyboard.press("Tab");
        await expect(page.locator(`#${id}`)).toBeFocused();
        await expect(page.locator(`#${id}`)).toHaveCSS("outline", /solid 3px$/);
      }
    };
    await tabTo("name");
    await page.keyboard.type("Fern");
    await tabTo("tag", "id", "pick-id");
    await page.keyboard.press("Space");
    const first = await idField(page).inputValue();
    await page.keyboard.press("Space");
    await expect(idField(page)).not.toHaveValue(first);
    const id = await idField(page).inputValue();
    await tabTo("send", "fault", "token");
    await page.keyboard.press("Enter");
    await page.getByText(`Created Fern, with the id ${id}.`).waitFor();
    expect(posted).toEqual([`{"id":${id},"name":"Fern"}`]);
    await expect(page.getByLabel("Name")).toBeFocused();
  });
});

describe("the browser app with the service", () => {
  it("shows its URL, sends the token of the form, lists the plant, and links to the page that queues faults", async () => {
    const { page } = await openApp("browser", "service");
    const service = inject("service");
    await page.getByText(`Connected to ${service}/v1`, { exact: true }).waitFor();
    await expect(page.getByRole("link", { name: "its own page" })).toHaveAttribute("href", `${service}/`);
    await expect(page.getByLabel("Next response")).toBeHidden();
    await page.getByLabel("Access token").fill("my-token");
    const sent = page.waitForRequest((request) => request.method() === "POST");
    await send(page, { name: "Fern", id: "9007199254740993" });
    expect(await (await sent).headerValue("authorization")).toBe("Bearer my-token");
    await expect(plants(page)).toHaveText(["Fern 9007199254740993"], { useInnerText: true });
    expect(await (await callService("plants")).text()).toBe('[{"id":9007199254740993,"name":"Fern"}]');
  });

  it("aborts a canceled request, and sends the next", async () => {
    const { page } = await openApp("browser", "service");
    const recorded = async () => (await callService("requests")).json();
    await callService("faults", '"timeout"');
    const cancel = page.getByRole("button", { name: "Cancel" });
    await expect(cancel).toBeHidden();
    await send(page, { name: "Fern", id: "1" });
    await expect.poll(recorded).toMatchObject([{ outcome: "pending" }]);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await page.getByText("Canceled. The plant may have been created.").waitFor();
    await expect.poll(recorded).toMatchObject([{ outcome: "aborted" }]);
    await expect(cancel).toBeHidden();
    await expect(sendButton(page)).toBeFocused();
    await sendButton(page).click();
    await page.getByText("Created Fern, with the id 1.").waitFor();
  });
});
