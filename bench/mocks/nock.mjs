import nock from "nock";
import { BASE_URL } from "./request.mjs";

export function createMock() {
  let lastId;
  nock.disableNetConnect();
  nock(BASE_URL)
    .persist()
    .post("/plants")
    .reply(200, async (request) => {
      const { id, name, tag } = await request.json();
      lastId = id;
      return { name, tag };
    });
  return { fetch: globalThis.fetch, lastId: () => lastId };
}
