import ky from "ky";

export function createCall({ baseUrl, token, fetch }) {
  const client = ky.create({ fetch, headers: { authorization: `Bearer ${token}` }, timeout: 30_000 });
  return (newPlant) => client.post(`${baseUrl}/plants`, { json: newPlant }).json();
}
