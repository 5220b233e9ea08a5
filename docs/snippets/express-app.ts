import express, { type Request, type Response } from "express";
import {
  createPlantStoreClient,
  PlantStoreAbortError,
  PlantStoreApiError,
  PlantStoreCallbackError,
  type PlantStoreClientOptions,
  PlantStoreError,
  PlantStoreTimeoutError,
  PlantStoreTokenError,
  parseNewPlantForm,
  unwrap,
} from "plant-store-sdk";
import { describeFailure } from "./add-plant.js";

/** An API of your own. It creates each plant with the token of the user who sends it. `stopping` ends all calls. */
export function createApp(
  options: Omit<PlantStoreClientOptions, "token">,
  getToken: (request: Request) => string | Promise<string>,
  stopping: AbortSignal,
) {
  const app = express();
  app.use(express.json()); // takes no HTML forms, which other sites could send with the user's cookies

  app.post("/plants", async (request, response) => {
    const { value: newPlant, issues } = parseNewPlantForm(request.body);
    if (issues) {
      response.status(422).json({ issues });
      return;
    }
    const closed = new AbortController();
    response.once("close", () => closed.abort()); // the call ends when the browser is gone
    const client = createPlantStoreClient({ ...options, token: () => getToken(request) });
    try {
      const signal = AbortSignal.any([closed.signal, stopping]);
      const plant = await client.createPlant(newPlant, { signal }).then(unwrap);
      response.status(201).json(plant);
    } catch (error) {
      if (!(error instanceof PlantStoreError)) {
        throw error; // a bug
      }
      sendFailure(response, error);
    }
  });
  return app;
}

function sendFailure(response: Response, error: PlantStoreError): void {
  const status = chooseStatus(error);
  if (status !== 422) {
    console.error(error);
  }
  if (status === 503) {
    response.set("Retry-After", "10");
  }
  response.status(status).json({ message: describeFailure(error), mayHaveBeenCreated: error.mayHaveBeenCreated });
}

function chooseStatus(error: PlantStoreError): 422 | 500 | 502 | 503 | 504 {
  const isDenied = "status" in error && (error.status === 401 || error.status === 403);
  if (isDenied || error instanceof PlantStoreTokenError || error instanceof PlantStoreCallbackError) {
    return 500; // our token or our code
  }
  if (error.isTransient && !error.mayHaveBeenCreated) {
    return 503;
  }
  if (error instanceof PlantStoreTimeoutError || error instanceof PlantStoreAbortError) {
    return 504;
  }
  return error instanceof PlantStoreApiError && !error.mayHaveBeenCreated ? 422 : 502;
}
