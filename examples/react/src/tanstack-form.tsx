import { revalidateLogic, useForm } from "@tanstack/react-form";
import { newPlantFormSchema, type PlantStoreClient, parseNewPlantForm } from "plant-store-sdk";
import type { FormEvent } from "react";
import { SubmitButton } from "./submit-button";
import { TextField } from "./text-field";
import { useCreatePlant } from "./use-create-plant";

const LABELS = { id: "Id", name: "Name", tag: "Tag (optional)" };

/** With TanStack Form and React Query. */
export function TanStackForm({ createPlant }: Pick<PlantStoreClient, "createPlant">) {
  const { mutateAsync, created, failure } = useCreatePlant(createPlant);
  const form = useForm({
    defaultValues: { id: "", name: "", tag: "" },
    validationLogic: revalidateLogic(),
    validators: { onDynamic: newPlantFormSchema },
    onSubmit: async ({ value }) => {
      const { value: newPlant } = parseNewPlantForm(value); // TanStack Form passes the texts on
      if (newPlant) {
        await mutateAsync(newPlant).catch(() => {}); // the alert shows the error. Without this, handleSubmit() rejects unhandled
      }
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    void form.handleSubmit();
  }

  return (
    <form noValidate onSubmit={submit}>
      {(["id", "name", "tag"] as const).map((name) => (
        <form.Field key={name} name={name}>
          {(field) => (
            <TextField
              input={{
                name,
                value: field.state.value,
                onChange: ({ target }) => field.handleChange(target.value),
                onBlur: field.handleBlur,
              }}
              label={LABELS[name]}
              issue={field.state.meta.errors[0]?.message}
              required={name !== "tag"}
            />
          )}
        </form.Field>
      ))}
      <form.Subscribe selector={({ isSubmitting }) => isSubmitting}>
        {(isSubmitting) => <SubmitButton isSending={isSubmitting} />}
      </form.Subscribe>
      <p role="alert">{failure}</p>
      <p role="status">{created}</p>
    </form>
  );
}
