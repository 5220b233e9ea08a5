import { expect, type Request } from "@playwright/test";
import { test } from "./mock-session.ts";

test("sends the session to the mock only", async ({ page, baseURL }) => {
  const requests: Request[] = [];
  page.on("requestfinished", (request) => requests.push(request));
  await page.goto("/");
  await page.getByLabel("Access token").fill("any-token");
  await page.getByLabel("Name").fill("Fern");
  await page.getByLabel("Id", { exact: true }).fill("1");
  await page.getByRole("button", { name: "Create plant" }).click();
  await expect(page.getByText("Created Fern")).toBeVisible();

  const sent = await Promise.all(
    requests.map(async (request) => ({ url: request.url(), session: (await request.allHeaders())["x-mock-session"] })),
  );
  expect(sent.filter(({ session }) => session).map(({ url }) => url)).toEqual(["http://127.0.0.1:4310/v1/plants"]);
  expect(sent.filter(({ url }) => url.startsWith(String(baseURL))).length).toBeGreaterThan(1);
});
