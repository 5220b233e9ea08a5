const { TestEnvironment } = require("jest-environment-jsdom");

/** jsdom, with what it lacks of Node's web APIs. jsdom's own FormData can read a form, and Node's can't. */
module.exports = class extends TestEnvironment {
  customExportConditions = [""]; // "browser" would hide msw/node

  constructor(...args) {
    super(...args);
    Object.assign(this.global, { fetch, Headers, Request, Response, TextDecoder, TextEncoder });
    Object.assign(this.global, { AbortController, AbortSignal, BroadcastChannel, TransformStream, WritableStream });
  }
};
