import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { newPlantFormSchema, type PlantStoreClient } from "plant-store-sdk";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { addPlant } from "./add-plant";

export function NewPlantForm({ createPlant }: Pick<PlantStoreClient, "createPlant">) {
  const [status, setStatus] = useState("");
  const { register, handleSubmit, formState } = useForm({ resolver: standardSchemaResolver(newPlantFormSchema) });
  const onSubmit = handleSubmit(async (newPlant) => setStatus(await addPlant({ createPlant }, newPlant)));
  return (
    <form onSubmit={onSubmit}>
      {(["id", "name", "tag"] as const).map((field) => (
        <label key={field}>
          {field} <input {...register(field)} /> {formState.errors[field]?.message}
        </label>
      ))}
      <button type="submit" disabled={formState.isSubmitting}>
        Create
      </button>
      <p role="status">{status}</p>
    </form>
  );
}
