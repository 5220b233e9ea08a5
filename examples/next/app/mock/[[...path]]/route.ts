import { createMockApp, type MockApp } from "plant-store-sdk/mocks/app";

declare global {
  var plantStoreMock: MockApp | undefined;
}

// Next.js loads this module again after an edit. The mock and its plants stay.
const app = globalThis.plantStoreMock ?? createMockApp({ basePath: "/mock", controlHosts: ["localhost", "127.0.0.1"] });
globalThis.plantStoreMock = app;

async function respond(request: Request): Promise<Response> {
  return process.env.NODE_ENV === "development" ? app.fetch(request) : new Response(null, { status: 404 });
}

export { respond as DELETE, respond as GET, respond as HEAD, respond as OPTIONS, respond as POST, respond as PUT };
