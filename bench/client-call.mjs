/** A client's createPlant, as a contender calls it: on a stub, or over the network. */
const PLANT = '{"name":"Monstera deliciosa","tag":"tropical"}';
const NEW_PLANT = { id: 1042, name: "Monstera deliciosa", tag: "tropical" };

const stub = async () => new Response(PLANT, { status: 200, headers: { "content-type": "application/json" } });

export async function createCall({ client, baseUrl }) {
  const { createCall } = await import(`./clients/${client}.mjs`);
  const call = createCall({
    baseUrl: baseUrl ?? "https://plants.example.com",
    token: "an-access-token",
    fetch: baseUrl ? globalThis.fetch : stub,
  });
  const { name, tag } = await call(NEW_PLANT);
  if (`${name} ${tag}` !== "Monstera deliciosa tropical") {
    throw new Error("It gave another plant.");
  }
  return () => call(NEW_PLANT);
}
