/** A request to a mock in this process, as a contender. */
import { BASE_URL, MOCKS } from "./mocks.mjs";

const headers = { authorization: "Bearer any-token", "content-type": "application/json" };
const request = {
  method: "POST",
  headers,
  body: '{"id":9007199254740993,"name":"Monstera deliciosa","tag":"tropical"}',
};

export async function createCall({ mock }) {
  const { fetch, lastId } = await MOCKS[mock]();
  const call = async () => (await fetch(`${BASE_URL}/plants`, request)).text();
  const text = await call();
  if (text !== '{"name":"Monstera deliciosa","tag":"tropical"}') {
    throw new Error(`The mock returned ${text}`);
  }
  return {
    call,
    async check() {
      const id = String(lastId?.() ?? "not read");
      const response = await fetch(`${BASE_URL}/plants`, { ...request, body: '{"id":1}' });
      return { id, invalid: `${response.status} ${await response.text()}` };
    },
  };
}
