import { useForm } from "@tanstack/react-form";
import { newPlantFormSchema, type PlantStoreClient, parsePlantId } from "plant-store-sdk";
import { useState } from "react";
import { addPlant } from "./add-plant";

export function NewPlantForm({ createPlant }: Pick<PlantStoreClient, "createPlant">) {
  const [status, setStatus] = useState("");
  const form = useForm({
    defaultValues: { id: "", name: "", tag: "" },
    validators: { onSubmit: newPlantFormSchema },
    async onSubmit({ value: { id, name, tag } }) {
      const newPlant = { id: parsePlantId(id), name, tag: tag || undefined };
      setStatus(await addPlant({ createPlant }, newPlant));
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void form.handleSubmit();
      }}
    >
      {(["id", "name", "tag"] as const).map((name) => (
        <form.Field key={name} name={name}>
          {({ state, handleChange }) => (
            <label>
              {name} <input value={state.value} onChange={(event) => handleChange(event.target.value)} />
              {state.meta.errors.map((issue) => issue?.message)}
            </label>
          )}
        </form.Field>
      ))}
      <button type="submit">Create</button>
      <p role="status">{status}</p>
    </form>
  );
}
