import express, { type ErrorRequestHandler, type Request } from "express";
import { createPlantStoreClient, type PlantStoreClientOptions, parseNewPlantForm, unwrap } from "plant-store-sdk";
import { describeFailure } from "./describe-failure.js";

/** An API of your own. It creates each plant with the token of the user who sends it. */
export function createApp(
  options: Omit<PlantStoreClientOptions, "token">,
  getToken: (request: Request) => string | undefined | Promise<string | undefined>,
) {
  createPlantStoreClient({ ...options, token: () => "" }); // throws at the start if an option is wrong
  const app = express();
  app.use(express.json(), refuseBody); // takes no HTML forms, which other sites could send with the user's cookies

  app.post("/plants", async (request, response) => {
    const { value: newPlant, issues } = parseNewPlantForm(request.body);
    if (issues) {
      response.status(422).json({ issues });
      return;
    }
    const token = async () => (await getToken(request)) ?? ""; // an empty token is denied without a request
    const { createPlant } = createPlantStoreClient({ ...options, token });
    try {
      response.status(201).json(await createPlant(newPlant).then(unwrap));
    } catch (error) {
      console.error(`Plant ${newPlant.id}:`, error); // users see less
      const { status, ...failure } = describeFailure(error);
      response.status(status).json(failure);
    }
  });
  return app;
}

/** Responds when express.json() can't read a body. Express recognizes it by its four parameters. */
const refuseBody: ErrorRequestHandler = ({ status }, _request, response, _next) => {
  const message = "The plant wasn't created: the body isn't JSON, or is too large.";
  response.status(status).json({ message, mayHaveBeenCreated: false });
};
