/**
 * What a client does with an id that no number holds, and with an Error of the service. Prints JSON.
 *
 *   node client-checks.mjs <client>
 */
const { createCall } = await import(`./clients/${process.argv[2]}.mjs`);
const options = { baseUrl: "https://plants.example.com", token: "an-access-token" };
const json = (status, text) => new Response(text, { status, headers: { "content-type": "application/json" } });

/** How a client answers what it is given: the text that it sent, or why it sent nothing. */
async function sent(id) {
  let body;
  const fetch = async (input, init) => {
    body = init?.body ?? (await input.text());
    return json(200, '{"name":"Fern"}');
  };
  try {
    await createCall({ ...options, fetch })({ id, name: "Fern" });
    return /"id":("?\d+"?)/.exec(body)?.[1] ?? body;
  } catch (error) {
    return `throws ${error.name}: ${error.message}`;
  }
}

async function refused() {
  const fetch = async () => json(400, '{"error":7,"message":"No room"}');
  try {
    const value = await createCall({ ...options, fetch })({ id: 1, name: "Fern" });
    return `gives ${JSON.stringify(value)}`;
  } catch (error) {
    return `throws ${error.name ?? "the body"}: ${error.message}`;
  }
}

process.stdout.write(
  JSON.stringify({
    bigintId: await sent(9007199254740993n),
    numberId: await sent(Number("9007199254740993")),
    error: await refused(),
  }),
  // Some leave timers and connections behind.
  () => process.exit(),
);
