import { equal } from "node:assert/strict";
import { request } from "node:http";

/** Sends a request to a port of this machine, under any host name. Fails if its response takes ten seconds. */
function send(port, path, host, { method = "GET", body } = {}) {
  const headers = { host, "accept-encoding": "gzip" };
  const signal = AbortSignal.timeout(10_000);
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, path, method, headers, signal }, resolve).on("error", reject).end(body);
  });
}

export async function getStatus(port, path, host) {
  const response = await send(port, path, host);
  response.resume();
  return response.statusCode;
}

/** Checks that the page shows a change of the mock: its events arrive at once. */
export async function checkLive(port, path, host = `localhost:${port}`) {
  let text = "";
  for await (const chunk of await send(port, `${path}/__mock/events`, host)) {
    text += chunk;
    if (text.includes('"plantCount":1')) {
      return;
    }
    if (text.includes('"plantCount":0')) {
      text = "";
      const added = await send(port, `${path}/__mock/plants`, host, { method: "POST", body: '{"id":1,"name":"Fern"}' });
      equal(added.statusCode, 201);
      added.resume();
    }
  }
}
