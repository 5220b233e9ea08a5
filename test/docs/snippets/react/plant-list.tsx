import { useSyncExternalStore } from "react";
import { mock } from "./plant-store.ts";

export function PlantList() {
  const plants = useSyncExternalStore(mock.subscribe, mock.plants.all);
  return (
    <ul>
      {plants.map(({ id, name }) => (
        <li key={String(id)}>{name}</li>
      ))}
    </ul>
  );
}
