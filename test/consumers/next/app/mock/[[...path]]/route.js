import { createMockApp } from "plant-store-sdk/mocks/app";

// The mock outlives this module, which is loaded again after each edit.
globalThis.plantStoreMock ??= createMockApp({ basePath: "/mock", controlHosts: ["localhost"] });

function respond(request) {
  const isProduction = process.env.NODE_ENV === "production";
  return isProduction ? new Response(null, { status: 404 }) : globalThis.plantStoreMock.fetch(request);
}

export { respond as DELETE, respond as GET, respond as HEAD, respond as OPTIONS, respond as POST, respond as PUT };
