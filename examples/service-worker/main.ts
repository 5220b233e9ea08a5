import { createPlantStoreClient } from "plant-store-sdk";
import { startWorker } from "./start-worker.js";

const button = document.querySelector("button") as HTMLButtonElement;
const show = (text: string) => document.querySelector("p")?.replaceChildren(text);

try {
  const plantStore = createPlantStoreClient({ baseUrl: await startWorker(), token: "any-token" });
  button.addEventListener("click", async () => {
    const { data, error } = await plantStore.createPlant({ id: 9007199254740993n, name: "Moss" });
    show(data ? `Created ${data.name}.` : error.message);
  });
  button.disabled = false;
} catch (error) {
  show(String(error));
}
