import { useSyncExternalStore } from "react";
import { mock } from "./plant-store";

export function PlantList() {
  const plants = useSyncExternalStore(mock.subscribe, mock.plants.all);
  const requests = useSyncExternalStore(mock.subscribe, () => mock.requests);
  return (
    <>
      <p>{requests.length} requests</p>
      <ul>
        {plants.map(({ id, name }) => (
          <li key={String(id)}>{name}</li>
        ))}
      </ul>
    </>
  );
}
