import { createPlantStoreClient } from "plant-store-sdk";

const plantStore = createPlantStoreClient({ baseUrl: `${location.origin}/api`, token: "any-token" });

document.querySelector("button")?.addEventListener("click", async () => {
  const { data, error } = await plantStore.createPlant({ id: 9007199254740993n, name: "Moss" });
  document.querySelector("p")?.replaceChildren(data ? `Created ${data.name}.` : error.message);
});
