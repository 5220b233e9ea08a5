import { createPlantStoreClient, PlantStoreError, unwrap } from "plant-store-sdk";

const client = createPlantStoreClient({ baseUrl: "https://plants.example.com/v1", token: "your-access-token" });

try {
  const plant = await client.createPlant({ id: 1042, name: "Fern" }).then(unwrap);
  console.log(`Created: ${plant.name}`);
} catch (error) {
  if (!(error instanceof PlantStoreError)) {
    throw error; // a bug
  } else if (error.mayHaveBeenCreated) {
    console.error("The plant may exist. Don't send it again before somebody has looked:", error.message);
  } else if (error.isTransient) {
    console.error("Nothing was created. Send it again later:", error.message);
  } else {
    console.error("Refused:", error.message);
  }
}
