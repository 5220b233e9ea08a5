import type { NewPlant } from "plant-store-sdk";
import { useForm } from "vee-validate";
import { expect, test } from "vitest";
import { createApp } from "vue";
import { plantSchema } from "./plant-schema.js";

/** Submits a form with these values. Returns the NewPlant and the texts beside the fields. */
async function submit(values: { id: string; name: string; tag?: string }) {
  let submitted: NewPlant | undefined;
  let read = async () => ({});
  const app = createApp({
    setup() {
      const { errors, handleSubmit } = useForm({ validationSchema: plantSchema, initialValues: values });
      const send = handleSubmit((newPlant) => {
        submitted = newPlant;
      });
      read = async () => {
        await send();
        return { ...errors.value };
      };
      return () => null;
    },
  });
  app.mount(document.createElement("div"));
  const errors = await read();
  app.unmount();
  return { submitted, errors };
}

test("submits a NewPlant with its exact id", async () => {
  const { submitted, errors } = await submit({ id: " 9007199254740993", name: "Fern", tag: "" });
  expect(submitted).toEqual({ id: 9007199254740993n, name: "Fern" });
  expect(errors).toEqual({});
});

test("shows each issue beside its field", async () => {
  const { submitted, errors } = await submit({ id: "a dozen", name: "" });
  expect(submitted).toBeUndefined();
  expect(errors).toEqual({ id: "Use digits without leading zeros, such as 1042 or -5", name: "Enter a name" });
});
