import { createPlantStoreClient, unwrap } from "plant-store-sdk";
import { startWorker } from "./start-worker.js";

const button = document.querySelector("button") as HTMLButtonElement;
/** Shows a text or an error, whose message says whether the plant may exist. */
const show = (outcome: unknown) => document.querySelector("p")?.replaceChildren(String(outcome));

try {
  const plantStore = createPlantStoreClient({ baseUrl: await startWorker(), token: "any-token" });
  button.addEventListener("click", () =>
    plantStore
      .createPlant({ id: 9007199254740993n, name: "Moss" })
      .then(unwrap)
      .then(({ name }) => show(`Created ${name}.`))
      .catch(show),
  );
  button.disabled = false;
} catch (error) {
  show(error);
}
