import { FormApi } from "@tanstack/react-form";
import { newPlantFormSchema } from "plant-store-sdk";
import { describe, expect, it, onTestFinished } from "vitest";

describe("newPlantFormSchema with TanStack Form", () => {
  async function submit(defaultValues: { id: string; name: string; tag: string }) {
    const submitted: unknown[] = [];
    const form = new FormApi({
      defaultValues,
      validators: { onSubmit: newPlantFormSchema },
      onSubmit: async ({ value }) => submitted.push(await newPlantFormSchema["~standard"].validate(value)),
    });
    onTestFinished(form.mount());
    await form.handleSubmit();
    const messages = (field: "id" | "name" | "tag") =>
      form.getFieldMeta(field)?.errors.map((issue) => issue?.message) ?? [];
    return { submitted, issues: { id: messages("id"), name: messages("name"), tag: messages("tag") } };
  }

  it("accepts text, and treats an empty tag as absent", async () => {
    const { submitted, issues } = await submit({ id: " 9007199254740993 ", name: "Fern", tag: "" });
    expect(submitted).toEqual([{ value: { id: 9_007_199_254_740_993n, name: "Fern" } }]);
    expect(issues).toEqual({ id: [], name: [], tag: [] });
  });

  it("shows each issue beside its field", async () => {
    const { submitted, issues } = await submit({ id: "a dozen", name: "", tag: "" });
    expect(submitted).toEqual([]);
    expect(issues).toEqual({ id: ["Use digits only, without leading zeros"], name: ["Enter a name"], tag: [] });
  });
});

describe("newPlantFormSchema with Object.fromEntries(formData)", () => {
  const read = (html: string) => {
    const form = document.createElement("form");
    form.innerHTML = html;
    return newPlantFormSchema["~standard"].validate(Object.fromEntries(new FormData(form)));
  };

  it("accepts the fields of a form", async () => {
    expect(
      await read('<input name="id" value="1042"><input name="name" value="Fern"><input name="tag" value="">'),
    ).toEqual({ value: { id: 1042n, name: "Fern" } });
  });

  it("returns an issue for each missing field", async () => {
    expect(await read('<input name="id" value=" "><input name="tag">')).toEqual({
      issues: [
        { message: "Enter an id", path: ["id"] },
        { message: "Enter a name", path: ["name"] },
      ],
    });
  });
});
