import { describe, expect, inject, it } from "vitest";
import { useChromium } from "./support/chromium.ts";
import { fill } from "./support/fill.ts";
import { MODES, withMock, withService } from "./support/modes.ts";

const { visit } = useChromium();

describe.each(MODES)("the app $name", ({ open }) => {
  it("creates plants and lists them, newest first", async () => {
    const { page, posted } = await open(visit);
    expect(await page.getByText("No plants yet").isVisible()).toBe(true);

    await fill(page, { name: "Monstera deliciosa", tag: "tropical", id: "1042" });
    await page.getByRole("button", { name: "Create plant" }).click();
    await page.getByRole("status").getByText("Created Monstera deliciosa, with the id 1042.").waitFor();
    await fill(page, { name: "Ficus <b>lyrata</b>", id: " -7 " });
    await page.getByRole("button", { name: "Create plant" }).click();
    await page.getByRole("status").getByText("Created Ficus <b>lyrata</b>, with the id -7.").waitFor();

    expect(posted).toEqual([
      '{"id":1042,"name":"Monstera deliciosa","tag":"tropical"}',
      '{"id":-7,"name":"Ficus <b>lyrata</b>"}',
    ]);
    const listed = await page.getByRole("list", { name: "Plants" }).getByRole("listitem").all();
    expect(await Promise.all(listed.map(async (item) => (await item.innerText()).split(/\n+/)))).toEqual([
      ["Ficus <b>lyrata</b>", "-7"],
      ["Monstera deliciosa", "1042", "tropical"],
    ]);
    expect(await page.getByText("No plants yet").isVisible()).toBe(false);
  });

  it.each(["9007199254740993", "9223372036854775807", "-9223372036854775808"])(
    "sends and shows the exact id %s",
    async (id) => {
      const { page, posted } = await open(visit);
      await fill(page, { name: "Fern", id });
      await page.getByRole("button", { name: "Create plant" }).click();
      await page.getByRole("listitem").getByText(id, { exact: true }).waitFor();
      expect(posted).toEqual([`{"id":${id},"name":"Fern"}`]);
    },
  );

  it("picks a new id each time and sends it", async () => {
    const { page, posted } = await open(visit);
    const id = page.getByLabel("Id", { exact: true });
    const picked = new Set<string>();
    await page.getByLabel("Name").fill("Fern");
    for (let count = 0; count < 10; count++) {
      await page.getByRole("button", { name: "Pick one" }).click();
      picked.add(await id.inputValue());
    }
    expect(picked.size).toBe(10);
    expect(await id.getAttribute("aria-invalid")).toBeNull();
    const last = await id.inputValue();
    await page.getByRole("button", { name: "Create plant" }).click();
    await page.getByRole("listitem").getByText(last, { exact: true }).waitFor();
    expect(posted).toEqual([`{"id":${last},"name":"Fern"}`]);
  });

  it("shows that an id is in use and keeps the input", async () => {
    const { page, expectedErrors } = await open(visit);
    expectedErrors.push(expect.stringMatching(/^Failed to load resource: .* 400/));
    await fill(page, { name: "Fern", id: "1" });
    await page.getByRole("button", { name: "Create plant" }).click();
    await page.getByRole("status").getByText("Created Fern").waitFor();
    await fill(page, { name: "Moss", id: "1" });
    await page.getByRole("button", { name: "Create plant" }).click();
    await page.getByRole("alert").getByText("The id 1 is in use").waitFor();
    expect(await page.getByLabel("Name").inputValue()).toBe("Moss");
    expect(await page.getByRole("listitem").count()).toBe(1);
  });
});

describe("the app with the mock in the page", () => {
  it("shows that it uses the mock", async () => {
    const { page } = await visit(inject("appWithMock"));
    await page.getByText("Connected to the mock in this page. Nothing is sent to a server.").waitFor();
    expect(await page.getByText("This page can't make the service fail").isVisible()).toBe(false);
  });
});

describe("the app with the mock in the page, after a reload", () => {
  it("shows its plants with their exact ids, newest first, and the mock still has them", async () => {
    const { page, posted, expectedErrors } = await withMock.open(visit);
    expectedErrors.push(expect.stringMatching(/^Failed to load resource: .* 400/));
    for (const plant of [
      { name: "Fern", tag: "indoor", id: "9007199254740993" },
      { name: "Moss", id: "2" },
    ]) {
      await fill(page, plant);
      await page.getByRole("button", { name: "Create plant" }).click();
      await page.getByRole("status").getByText(`Created ${plant.name}`).waitFor();
    }

    await page.reload();
    await page.locator("[data-service=ready]").waitFor();
    const listed = await page.getByRole("listitem").all();
    expect(await Promise.all(listed.map(async (item) => (await item.innerText()).split(/\n+/)))).toEqual([
      ["Moss", "2"],
      ["Fern", "9007199254740993", "indoor"],
    ]);
    expect(await page.getByText("No plants yet").isVisible()).toBe(false);

    await fill(page, { name: "Ivy", id: "9007199254740993" });
    await page.getByRole("button", { name: "Create plant" }).click();
    await page.getByRole("alert").getByText("The id 9007199254740993 is in use").waitFor();
    expect(posted).toHaveLength(3);
  });
});

describe("the app with a service at another origin", () => {
  it("shows its URL, doesn't load the mock, and links to the page that queues faults", async () => {
    const { page, asked } = await visit(inject("appWithService"));
    const service = inject("service");
    await page.getByText(`Connected to ${service}/v1`, { exact: true }).waitFor();
    expect(await page.getByLabel("Next response").isVisible()).toBe(false);
    expect(await page.getByRole("link", { name: "its own page" }).getAttribute("href")).toBe(`${service}/`);
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
    const scripts = asked.map(({ pathname }) => pathname).filter((path) => path.endsWith(".js"));
    expect(scripts).toEqual([expect.stringContaining("/assets/index-")]);
  });

  it("sends the token of the form, and the service gets the exact id", async () => {
    const { page } = await withService.open(visit);
    await fill(page, { name: "Fern", id: "9007199254740993" });
    const sent = page.waitForRequest((request) => request.method() === "POST");
    await page.getByRole("button", { name: "Create plant" }).click();
    expect(await (await sent).headerValue("authorization")).toBe(`Bearer ${inject("serviceToken")}`);
    await page.getByRole("status").getByText("Created Fern").waitFor();
    expect(await (await fetch(`${inject("service")}/__mock/plants`)).text()).toBe(
      '[{"id":9007199254740993,"name":"Fern"}]',
    );
  });
});
