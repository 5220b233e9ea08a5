import { request } from "@octokit/request";
import { withDeadline } from "./deadline.mjs";

export function createCall({ baseUrl, token, fetch }) {
  const call = request.defaults({ baseUrl, headers: { authorization: `Bearer ${token}` } });
  return (newPlant) =>
    withDeadline(async (signal) => {
      const { data } = await call("POST /plants", { ...newPlant, request: { fetch, signal } });
      return data;
    });
}
