import { createPlantStoreClient, PlantStoreError, unwrap } from "plant-store-sdk";
import { startWorker } from "./start-worker.js";

const button = document.querySelector("button") as HTMLButtonElement;
/** Shows a text or an error, whose message says whether the plant may exist. */
const show = (outcome: unknown) => document.querySelector("p")?.replaceChildren(String(outcome));

try {
  const plantStore = createPlantStoreClient({ baseUrl: await startWorker(), token: "any-token" });
  button.addEventListener("click", async ({ detail }) => {
    if (detail > 1) {
      return; // the second click of a double click
    }
    button.disabled = true; // while a call runs, and afterward if the plant may exist
    try {
      const { name } = await plantStore.createPlant({ id: 9007199254740993n, name: "Moss" }).then(unwrap);
      show(`Created ${name}.`);
      button.disabled = false;
    } catch (error) {
      show(error);
      button.disabled = error instanceof PlantStoreError && error.mayHaveBeenCreated;
    }
  });
  button.disabled = false;
} catch (error) {
  show(error);
}
