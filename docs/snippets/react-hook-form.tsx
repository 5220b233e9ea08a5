import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { newPlantFormSchema, type PlantStoreClient } from "plant-store-sdk";
import { type FormEvent, useState } from "react";
import { useForm } from "react-hook-form";
import { addPlant } from "./add-plant";

export function NewPlantForm({ createPlant }: Pick<PlantStoreClient, "createPlant">) {
  const [status, setStatus] = useState("");
  const { register, handleSubmit, formState } = useForm({ resolver: standardSchemaResolver(newPlantFormSchema) });
  const send = handleSubmit(async (newPlant) => setStatus(await addPlant({ createPlant }, newPlant)));
  function onSubmit(event: FormEvent) {
    setStatus(""); // of the previous plant
    return send(event);
  }
  return (
    <form onSubmit={onSubmit}>
      {(["id", "name", "tag"] as const).map((field) => (
        <p key={field}>
          <label htmlFor={field}>{field}</label>
          <input
            id={field}
            aria-invalid={field in formState.errors}
            aria-describedby={`${field}-issue`}
            {...register(field)}
          />
          <span id={`${field}-issue`}>{formState.errors[field]?.message}</span>
        </p>
      ))}
      <button type="submit" disabled={formState.isSubmitting}>
        Create
      </button>
      <p role="status">{status}</p>
    </form>
  );
}
