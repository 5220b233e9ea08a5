import { describe, expect, it } from "vitest";
import { FAULT_CHOICES, type FaultChoice } from "../../../examples/browser/src/faults.ts";
import { useChromium } from "./support/chromium.ts";
import { fill } from "./support/fill.ts";
import { MODES, withMock } from "./support/modes.ts";

const { visit } = useChromium();

const failedToLoad = (reason: string) => expect.stringMatching(`^Failed to load resource: .*${reason}`);

const SHOWN: Readonly<Record<string, { readonly alert: readonly string[]; readonly printed?: unknown }>> = {
  "An Error, 400": {
    alert: ["The service refused the plant", "There is no room for another plant.", "Error 17, HTTP status 400"],
    printed: failedToLoad("400"),
  },
  "An Error, 503": {
    alert: ["The greenhouse is closed for the night.", "The plant may have been created", "Error 18, HTTP status 503"],
    printed: failedToLoad("503"),
  },
  "Dropped connection": {
    alert: ["The connection failed", "Check your network", "The plant may have been created"],
    printed: failedToLoad("net::"),
  },
  "No response": { alert: ["The request timed out", "The plant may have been created", "10000 ms"] },
  "Broken JSON": { alert: ["Unexpected response", "neither a Plant nor an Error", '{"name":"Monstera'] },
  "A page of HTML, 502": { alert: ["Unexpected response", "502 Bad Gateway"], printed: failedToLoad("502") },
  "A redirect": { alert: ["Unexpected response", "redirect"] },
};

const isDelay = ({ fault }: FaultChoice) => fault instanceof Object && "delayMs" in fault;
const failures = FAULT_CHOICES.filter((choice) => choice.fault !== undefined && !isDelay(choice));
const delays = FAULT_CHOICES.filter(isDelay);

it("has an expectation for every choice", () => {
  expect(failures.map(({ label }) => label)).toEqual(Object.keys(SHOWN));
});

describe.each(MODES)("the app $name", (mode) => {
  // A function can't be sent to the server.
  it.each(failures.filter(({ fault }) => mode === withMock || typeof fault !== "function"))(
    "shows what happened and what to do: $label",
    async (choice) => {
      const visited = await mode.open(visit);
      const { page, posted, expectedErrors } = visited;
      const { alert: [title = "", ...rest] = [], printed } = SHOWN[choice.label] ?? {};
      if (printed !== undefined) {
        expectedErrors.push(printed);
      }
      await fill(page, { name: "Fern", id: "9007199254740993" });
      await mode.failNext(visited, choice);
      const sent = page.waitForRequest((request) => request.method() === "POST");
      await page.getByRole("button", { name: "Create plant" }).click();
      await sent;
      if (choice.fault === "timeout") {
        await mode.waitForRequest();
        await page.clock.fastForward(10_000);
      }
      const alert = page.locator("form").getByRole("alert");
      await alert.getByText(title).waitFor();
      for (const part of rest) {
        expect(await alert.innerText()).toContain(part);
      }
      expect(await page.getByRole("listitem").count()).toBe(0);

      await page.getByRole("button", { name: "Create plant" }).click();
      await page.getByRole("status").getByText("Created Fern, with the id 9007199254740993.").waitFor();
      expect(await alert.innerText()).toBe("");
      expect(posted).toEqual(Array(2).fill('{"id":9007199254740993,"name":"Fern"}'));
    },
  );

  it.each(delays)("shows that it waits until the response arrives: $label", async (choice) => {
    const visited = await mode.open(visit);
    const { page } = visited;
    await fill(page, { name: "Fern", id: "1" });
    await mode.failNext(visited, choice);
    await page.getByRole("button", { name: "Create plant" }).click();
    await page.getByRole("status").getByText("Waiting for the service").waitFor();
    expect(await page.locator("form").getAttribute("aria-busy")).toBe("true");
    expect(await page.getByLabel("Name").isEditable()).toBe(false);
    await page.getByRole("status").getByText("Created Fern").waitFor();
    expect(await page.locator("form").getAttribute("aria-busy")).toBe("false");
    expect(await page.getByLabel("Name").isEditable()).toBe(true);
  });

  it("asks for an access token when it is empty and sends nothing", async () => {
    const { page, posted } = await mode.open(visit);
    const token = page.getByLabel("Access token");
    await token.fill("");
    await fill(page, { name: "Fern", id: "1" });
    await page.getByRole("button", { name: "Create plant" }).click();
    await page.getByRole("alert").getByText("The access token is missing or invalid").waitFor();
    expect(await token.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await token.getAttribute("aria-invalid")).toBe("true");
    await page.keyboard.type("the-right-token");
    expect(await token.getAttribute("aria-invalid")).toBeNull();
    await page.keyboard.press("Enter");
    await page.getByRole("status").getByText("Created Fern").waitFor();
    expect(posted).toHaveLength(1);
  });
});
