import express from "express";
import {
  newPlantFormSchema,
  PlantStoreApiError,
  type PlantStoreClient,
  PlantStoreError,
  unwrap,
} from "plant-store-sdk";
import { describeFailure } from "./add-plant.js";

/** An API of your own that creates plants. Ids travel as text, since `JSON.parse` rounds integers beyond 2^53. */
export function createApp({ createPlant }: Pick<PlantStoreClient, "createPlant">) {
  const app = express();
  app.use(express.json());

  app.post("/plants", async (request, response) => {
    const input = await newPlantFormSchema["~standard"].validate(request.body);
    if (input.issues) {
      response.status(422).json({ issues: input.issues });
      return;
    }
    // The call ends when the person closes the page.
    const closed = new AbortController();
    response.once("close", () => closed.abort());
    const plant = await createPlant(input.value, { signal: closed.signal }).then(unwrap);
    response.status(201).json(plant);
  });

  // Express 5 passes rejected promises to this handler.
  app.use(((error, _request, response, next) => {
    if (response.destroyed) {
      return; // the browser is gone, so nobody waits for a response
    }
    if (!(error instanceof PlantStoreError) || response.headersSent) {
      next(error);
      return;
    }
    console.error(error.message); // the token is redacted
    const status = error instanceof PlantStoreApiError ? 409 : 502;
    response.status(status).json({ message: describeFailure(error) });
  }) satisfies express.ErrorRequestHandler);

  return app;
}
