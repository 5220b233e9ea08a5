import { createPlantStoreClient, sendOnce, unwrap } from "plant-store-sdk";
import { startWorker } from "./start-worker.js";

const button = document.querySelector("button") as HTMLButtonElement;
/** Shows a text or an error, whose message says whether the plant may exist. */
const show = (outcome: unknown) => document.querySelector("p")?.replaceChildren(String(outcome));

try {
  const client = createPlantStoreClient({ baseUrl: await startWorker(), token: "any-token" });
  const createPlant = sendOnce(client.createPlant); // a plant that may exist isn't sent again
  button.addEventListener("click", async () => {
    button.disabled = true;
    const creating = createPlant({ id: 9007199254740993n, name: "Moss" }).then(unwrap);
    await creating.then(({ name }) => show(`Created ${name}.`), show);
    button.disabled = false;
  });
  button.disabled = false;
} catch (error) {
  show(error);
}
