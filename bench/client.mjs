/** A client's createPlant as a contender: with a stubbed fetch, or over the network. */
import { CLIENTS } from "./clients.mjs";

const NEW_PLANT = { id: 1042, name: "Monstera deliciosa", tag: "tropical" };
const PLANT = '{"name":"Monstera deliciosa","tag":"tropical"}';

const json = (status, text) => new Response(text, { status, headers: { "content-type": "application/json" } });

export async function createCall({ client, baseUrl }) {
  const options = { baseUrl: baseUrl ?? "https://plants.example.com", token: "an-access-token" };
  const create = (fetch) => CLIENTS[client]({ ...options, fetch });
  const call = await create(baseUrl ? globalThis.fetch : async () => json(200, PLANT));
  const { name, tag } = await call(NEW_PLANT);
  if (`${name} ${tag}` !== "Monstera deliciosa tropical") {
    throw new Error("The client returned another plant.");
  }
  return {
    call: () => call(NEW_PLANT),
    check: async () => ({
      bigintId: await sentId(create, 9007199254740993n),
      numberId: await sentId(create, Number("9007199254740993")),
      error: await outcome(async () => {
        const createPlant = await create(async () => json(400, '{"error":7,"message":"No room"}'));
        const value = await createPlant({ id: 1, name: "Fern" });
        return `returns ${JSON.stringify(value)}`;
      }),
    }),
  };
}

/** The id as the client sends it. */
function sentId(create, id) {
  return outcome(async () => {
    let body;
    const fetch = async (input, init) => {
      body = init?.body ?? (await input.text());
      return json(200, PLANT);
    };
    const createPlant = await create(fetch);
    await createPlant({ id, name: "Fern" });
    return `sends ${/"id":("?\d+"?)/.exec(body)?.[1] ?? body}`;
  });
}

const outcome = (work) => work().catch((error) => `throws ${error.name ?? "the body"}: ${error.message}`);
