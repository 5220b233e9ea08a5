import express, { type NextFunction, type Request, type Response } from "express";
import {
  createPlantStoreClient,
  PlantStoreApiError,
  type PlantStoreClientOptions,
  PlantStoreError,
  parseNewPlantForm,
  unwrap,
} from "plant-store-sdk";
import { describeFailure } from "./add-plant.js";

/**
 * An API of your own. It creates each plant with the token of the user who sends it, whose session may have expired.
 */
export function createApp(
  options: Omit<PlantStoreClientOptions, "token">,
  getToken: (request: Request) => string | undefined | Promise<string | undefined>,
) {
  const app = express();
  app.use(express.json()); // takes no HTML forms, which other sites could send with the user's cookies

  app.post("/plants", async (request, response) => {
    const { value: newPlant, issues } = parseNewPlantForm(request.body);
    if (issues) {
      response.status(422).json({ issues });
      return;
    }
    const token = await getToken(request);
    if (!token) {
      response.status(401).json({ message: SIGN_IN, mayHaveBeenCreated: false });
      return;
    }
    const closed = new AbortController();
    response.once("close", () => closed.abort()); // the call ends when the browser is gone
    const client = createPlantStoreClient({ ...options, token });
    try {
      const plant = await client.createPlant(newPlant, { signal: closed.signal }).then(unwrap);
      response.status(201).json(plant);
    } catch (error) {
      if (!(error instanceof PlantStoreError)) {
        throw error; // a bug
      }
      sendFailure(response, error, newPlant.id);
    }
  });
  app.use((_request, response) => void response.status(404).json({ message: "Not found." }));
  app.use(sendError);
  return app;
}

const SIGN_IN = "Sign in again. The plant wasn't created.";

function sendFailure(response: Response, error: PlantStoreError, id: number | bigint): void {
  const { mayHaveBeenCreated } = error;
  const status = chooseStatus(error);
  if (status !== 422) {
    console.error(`Plant ${id}:`, error); // the id of a plant that may exist
  }
  if (status === 503) {
    response.set("Retry-After", "10");
  }
  response.status(status).json({ message: status === 401 ? SIGN_IN : describeFailure(error), mayHaveBeenCreated });
}

function chooseStatus(error: PlantStoreError): 401 | 422 | 500 | 502 | 503 {
  if (error.mayHaveBeenCreated) {
    return 502; // also after the service's 503
  }
  if ("status" in error && (error.status === 401 || error.status === 403)) {
    return 401; // the user's token
  }
  if (error.isTransient) {
    return 503;
  }
  return error instanceof PlantStoreApiError ? 422 : 500;
}

/** Sends what nobody caught as JSON: an invalid body, which `express.json()` may expose, or a bug. */
function sendError(
  error: Error & { status?: number; expose?: boolean },
  _: Request,
  response: Response,
  _next: NextFunction,
) {
  if (error.expose) {
    response.status(error.status ?? 400).json({ message: error.message });
    return;
  }
  console.error(error);
  response.status(500).json({ message: "Try again later." });
}
