/** A request to a mock in this process, as a contender calls it. */
import { BASE_URL, BODY, init } from "./mocks/request.mjs";

export async function createCall({ mock }) {
  const { createMock } = await import(`./mocks/${mock}.mjs`);
  const { fetch } = createMock();
  const request = init(BODY);
  const call = async () => (await fetch(`${BASE_URL}/plants`, request)).text();
  const answer = await call();
  if (answer !== '{"name":"Monstera deliciosa","tag":"tropical"}') {
    throw new Error(`It answered ${answer}`);
  }
  return call;
}
