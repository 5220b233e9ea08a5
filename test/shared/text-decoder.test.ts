import { createPlantStoreClient } from "plant-store-sdk";
import { checkConformance } from "plant-store-sdk/conformance";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const required = { baseUrl: "https://plants.example.com", token: "my-access-token" };
const error = new TypeError("TextDecoder is missing: load a polyfill");

const decoder = new TextDecoder();

// Loads Node's own `fetch`, which needs the `fatal` of the global TextDecoder at that moment.
new Headers();

/** What the polyfills of React Native lack. `test/consumers/text-decoder` checks the polyfills themselves. */
class PolyfilledDecoder {
  constructor(_label?: string, options: TextDecoderOptions = {}) {
    if (options.fatal) {
      throw new Error("the 'fatal' option is unsupported");
    }
  }
  decode({ buffer }: Uint8Array): string {
    return decoder.decode(buffer);
  }
}

describe("with a TextDecoder that knows no fatal and decodes all of the buffer behind a view", () => {
  beforeEach(() => {
    vi.stubGlobal("TextDecoder", PolyfilledDecoder);
  });
  afterEach(() => vi.unstubAllGlobals());

  const longer = new TextEncoder().encode('xx{"name":"Färn 🌱"}xx');

  it.each<[string, Uint8Array<ArrayBuffer>, string]>([
    ["a view of a longer buffer", longer.subarray(2, -2), "Färn 🌱"],
    ["broken UTF-8", Uint8Array.from('{"name":"F\xe9rn"}', (character) => character.charCodeAt(0)), "F\uFFFDrn"],
  ])("the client decodes %s", async (_, bytes, name) => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(bytes);
        controller.close();
      },
    });
    const { createPlant } = createPlantStoreClient({ ...required, fetch: async () => new Response(body) });
    expect(await createPlant({ id: 1, name: "Fern" })).toMatchObject({ data: { name } });
  });

  it("the mock decodes requests", async () => {
    const mock = createPlantStoreMock();
    const { createPlant } = createPlantStoreClient({ ...required, fetch: mock.fetch });
    expect(await createPlant({ id: 1, name: "Färn 🌱" })).toMatchObject({ data: { name: "Färn 🌱" } });
    expect(mock.requests[0]?.body).toBe('{"id":1,"name":"Färn 🌱"}');
  });
});

describe("without TextDecoder", () => {
  beforeEach(() => {
    vi.stubGlobal("TextDecoder", undefined);
  });
  afterEach(() => vi.unstubAllGlobals());

  it("createPlantStoreClient throws a TypeError", () => {
    expect(() => createPlantStoreClient(required)).toThrow(error);
  });

  it("createPlantStoreMock throws a TypeError", () => {
    expect(() => createPlantStoreMock()).toThrow(error);
  });

  it("checkConformance rejects with a TypeError", async () => {
    await expect(checkConformance(required)).rejects.toThrow(error);
  });
});
