import express from "express";
import { newPlantFormSchema, type PlantStoreClient, PlantStoreError } from "plant-store-sdk";

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
    const { data, error } = await createPlant(input.value, { signal: closed.signal });
    if (error) {
      response.status(409).json({ message: error.message });
    } else {
      response.status(201).json(data);
    }
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
    response.status(502).json({ message: "The Plant Store didn't respond as expected. The plant may exist." });
  }) satisfies express.ErrorRequestHandler);

  return app;
}
