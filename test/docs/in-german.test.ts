import { createPlantStoreClient, parseNewPlantForm, unwrap } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { describe, expect, it } from "vitest";
import { describeFailure, describeIssue } from "../../docs/snippets/in-german.ts";

describe("an issue of a form", () => {
  it.each([
    [{ id: "1" }, "Name: Bitte ausfüllen."],
    [{ id: "1", name: "Fern", tag: 7 }, "Art: Bitte Text eingeben."],
    [
      { id: "a dozen", name: "Fern" },
      "Nummer: Bitte eine ganze Zahl ohne führende Nullen eingeben, etwa 1042 oder -5.",
    ],
    [{ id: "007", name: "Fern" }, "Nummer: Bitte eine ganze Zahl ohne führende Nullen eingeben, etwa 1042 oder -5."],
    [{ id: "9".repeat(20), name: "Fern" }, "Nummer: Diese Nummer ist zu groß oder zu klein."],
  ])("of %o is in German", (form, text) => {
    expect(parseNewPlantForm(form).issues?.map(describeIssue)).toEqual([text]);
  });
});

it("names the plant for an issue without a path", () => {
  expect(describeIssue({ code: "type", message: "must be an object" })).toBe("Pflanze: Bitte Text eingeben.");
});

describe("a failure", () => {
  const mock = createPlantStoreMock();
  const failWith = (token: string) =>
    createPlantStoreClient({ baseUrl: "https://a.example", token: () => token, fetch: mock.fetch })
      .createPlant({ id: 1, name: "Fern" })
      .then(unwrap)
      .then(() => "none", describeFailure);

  it.each([
    ["connection", "Die Pflanze ist vielleicht schon angelegt. Noch einmal gesendet, gäbe es sie womöglich doppelt."],
    [401, "Bitte neu anmelden."],
    [403, "Bitte neu anmelden."],
    ["unreachable", "Bitte später noch einmal versuchen."],
    [{ error: 7, message: "No room." }, "Die Pflanze wird nicht angenommen."],
  ] as const)("of %o is in German", async (fault, text) => {
    mock.failNext(fault);
    expect(await failWith("any")).toBe(text);
  });

  it("of a token is in German", async () => {
    expect(await failWith("")).toBe("Bitte neu anmelden.");
  });

  it("of code of ours is in German", async () => {
    const throwError = () => {
      throw new Error("a bug of ours");
    };
    const { createPlant } = createPlantStoreClient({
      baseUrl: "https://a.example",
      token: "any-token",
      fetch: mock.fetch,
      hooks: [{ onRequest: throwError }],
    });
    const failure = await createPlant({ id: 1, name: "Fern" }).then(unwrap, describeFailure);
    expect(failure).toBe("Das hat wegen eines Fehlers in unserem Programm nicht geklappt.");
  });
});
