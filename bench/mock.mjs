const BASE_URL = "https://plants.example.com";

function respond(text, seen) {
  const { id, name, tag } = JSON.parse(text);
  seen.id = id;
  return { name, tag };
}

const MOCKS = {
  stub() {
    const seen = {};
    return { fetch: async (_url, { body }) => Response.json(respond(body, seen)), lastId: () => seen.id };
  },
  async "mock-fetch"() {
    const mock = await createMock();
    return { fetch: mock.fetch, lastId: () => mock.plants.all().at(-1)?.id };
  },
  async "msw-2-static"() {
    const [{ HttpResponse, http }, { setupServer }] = await Promise.all([import("msw"), import("msw/node")]);
    const plant = { name: "Monstera deliciosa", tag: "tropical" };
    setupServer(http.post(`${BASE_URL}/plants`, () => HttpResponse.json(plant))).listen();
    return { fetch: globalThis.fetch };
  },
  async "msw-2-handlers"() {
    const { setupServer } = await import("msw/node");
    const { createHandlers, offline } = await import("plant-store-sdk/mocks/msw");
    const mock = await createMock();
    setupServer(...createHandlers(mock)).listen(offline);
    return { fetch: globalThis.fetch, lastId: () => mock.plants.all().at(-1)?.id };
  },
  "msw-3-static": () => useMsw3().then(MOCKS["msw-2-static"]),
  "msw-3-handlers": () => useMsw3().then(MOCKS["msw-2-handlers"]),
  async nock() {
    const { default: nock } = await import("nock");
    const seen = {};
    nock.disableNetConnect();
    const reply = async (request) => respond(await request.text(), seen);
    nock(BASE_URL).persist().post("/plants").reply(200, reply);
    return { fetch: globalThis.fetch, lastId: () => seen.id };
  },
  async "undici-mock-agent"() {
    const { fetch, MockAgent } = await import("undici");
    const seen = {};
    const dispatcher = new MockAgent();
    dispatcher.disableNetConnect();
    const route = dispatcher.get(BASE_URL).intercept({ path: "/plants", method: "POST" });
    const headers = { "content-type": "application/json" };
    route.reply(200, ({ body }) => respond(body, seen), { headers }).persist();
    return { fetch: (url, init) => fetch(url, { ...init, dispatcher }), lastId: () => seen.id };
  },
};

const createMock = async () => (await import("plant-store-sdk/mocks")).createPlantStoreMock();

async function useMsw3() {
  const { register } = await import("node:module");
  const hook = 'export const resolve = (name, context, next) => next(name.replace(/^msw(?=\\/|$)/, "msw3"), context);';
  register(`data:text/javascript,${encodeURIComponent(hook)}`);
}

export async function createCall({ mock }) {
  const { fetch, lastId } = await MOCKS[mock]();
  const headers = { authorization: "Bearer any-token", "content-type": "application/json" };
  const body = '{"id":9007199254740993,"name":"Monstera deliciosa","tag":"tropical"}';
  const send = (body) => fetch(`${BASE_URL}/plants`, { method: "POST", headers, body });
  const call = async () => (await send(body)).text();
  const text = await call();
  if (text !== '{"name":"Monstera deliciosa","tag":"tropical"}') {
    throw new Error(`The mock returned ${text}`);
  }
  return {
    call,
    async check() {
      const id = String(lastId?.() ?? "not read");
      const response = await send('{"id":1}');
      return { id, invalid: `${response.status} ${await response.text()}` };
    },
  };
}
