import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { newPlantFormSchema, type PlantStoreClient } from "plant-store-sdk";
import { useForm } from "react-hook-form";
import { SubmitButton } from "./submit-button";
import { TextField } from "./text-field";
import { useCreatePlant } from "./use-create-plant";

/** With React Hook Form and React Query. */
export function PlantForm({ createPlant }: Pick<PlantStoreClient, "createPlant">) {
  const { mutateAsync, created, failure } = useCreatePlant(createPlant);
  const form = useForm({
    resolver: standardSchemaResolver(newPlantFormSchema),
    defaultValues: { id: "", name: "", tag: "" },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit((newPlant) => mutateAsync(newPlant).catch(() => {})); // the alert shows the error

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
      <p role="alert">{failure}</p>
      <p role="status">{created}</p>
    </form>
  );
}
