import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { newPlantFormSchema } from "plant-store-sdk";
import { type FormEvent, useRef } from "react";
import { useForm } from "react-hook-form";
import { failureText } from "./failure-text.ts";
import { TextField } from "./text-field.tsx";
import { useCreatePlant } from "./use-create-plant.ts";

export function PlantForm() {
  const createPlant = useCreatePlant();
  const form = useForm({
    resolver: standardSchemaResolver(newPlantFormSchema),
    defaultValues: { id: "", name: "", tag: "" },
  });
  const send = form.handleSubmit((newPlant) =>
    createPlant.mutateAsync(newPlant).then(
      () => form.reset(),
      () => {},
    ),
  );

  // A ref, since a second click can come before React renders. It must not send a second plant with the same id.
  const isSending = useRef(false);
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!isSending.current) {
      isSending.current = true;
      createPlant.reset();
      await send();
      isSending.current = false;
    }
  }

  const { errors } = form.formState;
  return (
    <form noValidate onSubmit={submit}>
      <TextField input={form.register("id")} label="Id" hint="A whole number of your choice" issue={errors.id} />
      <TextField input={form.register("name")} label="Name" issue={errors.name} />
      <TextField input={form.register("tag")} label="Tag (optional)" issue={errors.tag} />

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
