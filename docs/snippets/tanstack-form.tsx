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
            <p>
              <label htmlFor={name}>{name}</label>
              <input
                id={name}
                value={state.value}
                onChange={(event) => handleChange(event.target.value)}
                aria-invalid={!state.meta.isValid}
                aria-describedby={`${name}-issue`}
              />
              <span id={`${name}-issue`}>{state.meta.errors.map((issue) => issue?.message)}</span>
            </p>
          )}
        </form.Field>
      ))}
      <button type="submit">Create</button>
      <p role="status">{status}</p>
    </form>
  );
}
