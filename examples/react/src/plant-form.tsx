import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { newPlantFormSchema } from "plant-store-sdk";
import type { FormEvent } from "react";
import { useForm } from "react-hook-form";
import { describeFailure } from "./describe-failure";
import { SubmitButton } from "./submit-button";
import { TextField } from "./text-field";
import { useCreatePlant } from "./use-create-plant";

/** With React Hook Form and React Query. */
export function PlantForm() {
  const createPlant = useCreatePlant();
  const form = useForm({
    resolver: standardSchemaResolver(newPlantFormSchema),
    defaultValues: { id: "", name: "", tag: "" },
  });
  const { errors, isSubmitting } = form.formState;

  const send = form.handleSubmit((newPlant) =>
    createPlant.mutateAsync(newPlant).then(
      () => form.reset(),
      () => {}, // the alert shows createPlant.error
    ),
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isSubmitting) {
      void send();
    }
  }

  return (
    <form noValidate onSubmit={submit}>
      <TextField
        input={form.register("id")}
        label="Id"
        hint="A whole number of your choice"
        issue={errors.id?.message}
        required
      />
      <TextField input={form.register("name")} label="Name" issue={errors.name?.message} required />
      <TextField input={form.register("tag")} label="Tag (optional)" issue={errors.tag?.message} />
      <SubmitButton isSending={isSubmitting} />
      <p role="alert">{createPlant.error && describeFailure(createPlant.error).message}</p>
      <p role="status">
        {createPlant.isSuccess && `Created ${createPlant.data.name}, with the id ${createPlant.variables.id}.`}
      </p>
    </form>
  );
}
