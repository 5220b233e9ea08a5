import express from "express";
import { PlantStoreApiError, type PlantStoreClient, parseNewPlantForm, unwrap } from "plant-store-sdk";
import { describeFailure } from "./add-plant.js";

/** An API of your own that creates plants. */
export function createApp({ createPlant }: Pick<PlantStoreClient, "createPlant">) {
  const app = express();
  app.use(express.json());

  app.post("/plants", async (request, response) => {
    const input = parseNewPlantForm(request.body);
    if (input.issues) {
      response.status(422).json({ issues: input.issues });
      return;
    }
    const closed = new AbortController();
    response.once("close", () => closed.abort()); // the call ends when the browser is gone
    try {
      const plant = await createPlant(input.value, { signal: closed.signal }).then(unwrap);
      response.status(201).json(plant);
    } catch (error) {
      if (!closed.signal.aborted) {
        const status = error instanceof PlantStoreApiError ? 409 : 502;
        response.status(status).json({ message: describeFailure(error) });
      }
    }
  });
  return app;
}
