import { DurableObject } from "cloudflare:workers";
import { createMockApp } from "plant-store-sdk/mocks/app";

/** One mock for all isolates. */
export class Mock extends DurableObject {
  app = createMockApp({ controlHosts: ["localhost"] });

  fetch(request) {
    return this.app.fetch(request);
  }
}

export default {
  fetch: (request, env) => env.MOCK.getByName("mock").fetch(request),
};
