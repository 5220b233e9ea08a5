import { parseNewPlantForm } from "plant-store-sdk";
import { expect, it } from "vitest";
import { describeIssue } from "../../docs/snippets/describe-issue.ts";

const FORMAT = "Bitte eine ganze Zahl ohne führende Nullen eingeben, etwa 1042 oder -5.";

it.each([
  [{ id: "1" }, "Bitte ausfüllen."],
  [{ id: "1", name: "Fern", tag: 7 }, "Bitte Text eingeben."],
  [{ id: "a dozen", name: "Fern" }, FORMAT],
  [{ id: "007", name: "Fern" }, FORMAT],
  [{ id: "9".repeat(20), name: "Fern" }, "Diese Nummer ist zu groß oder zu klein."],
])("describes the issue of a form in German, without the label of its field: %o", (form, text) => {
  expect(parseNewPlantForm(form).issues?.map(describeIssue)).toEqual([text]);
});
