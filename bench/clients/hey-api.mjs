// Generated from openapi.yaml by bench/prepare.ts.
import { createClient, createPlant } from "../node_modules/.cache/hey-api/index.mjs";
import { withDeadline } from "./deadline.mjs";

export function createCall({ baseUrl, token, fetch }) {
  const client = createClient({ baseUrl, auth: token, fetch });
  return (newPlant) =>
    withDeadline(async (signal) => {
      const { data } = await createPlant({ client, body: newPlant, signal, throwOnError: true });
      return data;
    });
}
