/** Decodes responses with a polyfill as the global TextDecoder, as bundled for React Native: `node decode.mjs text-encoding`. */
import assert from "node:assert/strict";
import { buildSync } from "esbuild";
import { createPlantStoreClient } from "plant-store-sdk";
import { createPlants } from "./create-plants.mjs";

const [polyfill] = process.argv.slice(2);
const { outputFiles } = buildSync({
  entryPoints: [polyfill],
  bundle: true,
  define: { Buffer: "undefined" }, // React Native has none
  format: "iife",
  globalName: "polyfill",
  write: false,
});

new Headers(); // loads Node's fetch, which needs the runtime's own TextDecoder
const native = { TextEncoder, TextDecoder };
Object.assign(globalThis, { TextEncoder: undefined, TextDecoder: undefined });
const made = new Function(`${outputFiles[0].text}; return polyfill;`)();
globalThis.TextDecoder ??= made.TextDecoder;
globalThis.TextEncoder = native.TextEncoder; // Hermes has it too
assert.notEqual(TextDecoder, native.TextDecoder);

/** Returns what a call gets for a body that arrives in a longer buffer, as a stream and as React Native's responses are. */
async function decode(status, bytes) {
  const longer = Buffer.concat([Buffer.from("before"), bytes, Buffer.from("after")]);
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(longer.buffer, longer.byteOffset + "before".length, bytes.length));
      controller.close();
    },
  });
  const withoutStream = { status, headers: new Headers(), arrayBuffer: async () => new Uint8Array(bytes).buffer };
  const outcomes = [];
  for (const response of [new Response(stream, { status }), withoutStream]) {
    const client = createPlantStoreClient({ baseUrl: "https://a.example", token: "any", fetch: async () => response });
    outcomes.push(await client.createPlant({ id: 1, name: "Fern" }).catch((error) => error));
  }
  return outcomes;
}

for (const { data } of await decode(200, Buffer.from('{"name":"Färn 🌱"}'))) {
  assert.deepEqual(data, { name: "Färn 🌱" });
}
for (const { error } of await decode(400, Buffer.from('{"error":7,"message":"Kein Platz für 🌱"}'))) {
  assert.deepEqual(error, { error: 7, message: "Kein Platz für 🌱" });
}
// Some polyfills reject broken UTF-8, some replace the byte, and one makes another character of it and the next two.
for (const { data, name, body } of await decode(200, Buffer.from('{"name":"F\xe9rn"}', "latin1"))) {
  assert.equal(name ?? "PlantStoreResponseError", "PlantStoreResponseError");
  assert.match(data?.name ?? body, /F[\ufffd\u9c00-\u9fff]/);
}
await createPlants(process.env.PLANT_STORE_URL);
