import { fetch, MockAgent } from "undici";
import { BASE_URL } from "./request.mjs";

export function createMock() {
  let lastId;
  const dispatcher = new MockAgent();
  dispatcher.disableNetConnect();
  dispatcher
    .get(BASE_URL)
    .intercept({ path: "/plants", method: "POST" })
    .reply(
      200,
      ({ body }) => {
        const { id, name, tag } = JSON.parse(body);
        lastId = id;
        return { name, tag };
      },
      { headers: { "content-type": "application/json" } },
    )
    .persist();
  return { fetch: (url, init) => fetch(url, { ...init, dispatcher }), lastId: () => lastId };
}
