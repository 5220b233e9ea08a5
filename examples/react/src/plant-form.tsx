import { useForm } from "@tanstack/react-form";
import { parse } from "valibot";
import { failureText } from "./failure-text.ts";
import { plantFieldsSchema } from "./plant-fields.ts";
import { TextField } from "./text-field.tsx";
import { useCreatePlant } from "./use-create-plant.ts";

export function PlantForm() {
  const createPlant = useCreatePlant();
  const form = useForm({
    defaultValues: { id: "", name: "", tag: "" },
    validators: { onSubmit: plantFieldsSchema },
    onSubmit: ({ value, formApi }) =>
      createPlant.mutateAsync(parse(plantFieldsSchema, value)).then(
        () => formApi.reset(),
        () => {}, // It is shown below, as createPlant.error.
      ),
    onSubmitInvalid: () => document.querySelector<HTMLElement>("[aria-invalid=true]")?.focus(),
  });

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // The store may keep two plants with one id: a second click must not send a second one.
        if (!form.state.isSubmitting) {
          createPlant.reset();
          void form.handleSubmit();
        }
      }}
    >
      <form.Field name="id">
        {(field) => <TextField field={field} label="Id" hint="A whole number, which you choose" />}
      </form.Field>
      <form.Field name="name">{(field) => <TextField field={field} label="Name" />}</form.Field>
      <form.Field name="tag">{(field) => <TextField field={field} label="Tag (optional)" />}</form.Field>

      <button type="submit" aria-disabled={createPlant.isPending}>
        {createPlant.isPending ? "Creating …" : "Create"}
      </button>
      <p role="alert">{createPlant.error && failureText(createPlant.error)}</p>
      <p role="status">
        {createPlant.isSuccess && `Created ${createPlant.data.name}, with the id ${createPlant.variables.id}.`}
      </p>
    </form>
  );
}
