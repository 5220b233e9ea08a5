import { readFile } from "node:fs/promises";
import { checkConformance } from "plant-store-sdk/conformance";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { expect, it } from "vitest";
import { parse } from "yaml";

const page = await readFile(new URL("../../docs/conformance.md", import.meta.url), "utf8");

it("has a page with a workflow that runs the command, its token from a secret", () => {
  const [, yaml = ""] = /<!-- workflow -->\n```yaml\n([\s\S]*?)```\n/.exec(page) ?? [];
  const { steps } = parse(yaml).jobs.verify;
  expect(steps).toContainEqual({
    run: "npx plant-store verify --yes --json > conformance.json",
    env: {
      PLANT_STORE_URL: expect.stringMatching(/^\$\{\{ vars\.\w+ \}\}$/),
      PLANT_STORE_TOKEN: expect.stringMatching(/^\$\{\{ secrets\.\w+ \}\}$/),
    },
  });
});

it("has a page that says how many requests are sent and plants created", async () => {
  const { fetch } = createPlantStoreMock();
  const { requests, created } = await checkConformance({ baseUrl: "https://plants.test", token: "any", fetch });
  expect(page).toContain("sends some 50 requests, one after the other, and creates about 25 plants");
  expect([requests, created.length]).toEqual([48, 23]);
});
