import createClient from "openapi-fetch";
import { withDeadline } from "./deadline.mjs";

export function createCall({ baseUrl, token, fetch }) {
  const client = createClient({ baseUrl, fetch });
  client.use({
    onRequest({ request }) {
      request.headers.set("authorization", `Bearer ${token}`);
      return request;
    },
  });
  return (newPlant) =>
    withDeadline(async (signal) => {
      const { data, error } = await client.POST("/plants", { body: newPlant, signal });
      if (error) {
        throw new Error(error.message);
      }
      return data;
    });
}
