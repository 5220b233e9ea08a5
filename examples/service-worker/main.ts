import { createPlantStoreClient } from "plant-store-sdk";
import { startWorker } from "./start-worker.js";

const button = document.querySelector("button") as HTMLButtonElement;
const plantStore = createPlantStoreClient({ baseUrl: `${location.origin}/mock`, token: "any-token" });

button.addEventListener("click", async () => {
  const { data, error } = await plantStore.createPlant({ id: 9007199254740993n, name: "Moss" });
  document.querySelector("p")?.replaceChildren(data ? `Created ${data.name}.` : error.message);
});

await startWorker();
button.disabled = false;
