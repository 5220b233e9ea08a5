/**
 * What the mock does as a web application, wherever it runs. It uses nothing but web APIs, so that every runtime can import it.
 * @typedef {object} Served
 * @property {string} url The URL without a final slash: "http://127.0.0.1:4010/mock".
 * @property {(url: string, init?: RequestInit) => Promise<Response>} [send] `fetch`, unless the app is called directly.
 */

const TOKEN = "Bearer step-token";
const ORIGIN = "https://app.example.com";

/** @type {(actual: unknown, expected: unknown) => void} */
function equal(actual, expected) {
  const [was, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (was !== wanted) {
    throw new Error(`expected ${wanted}, got ${was}`);
  }
}

/** @type {(text: string, part: string) => void} */
function includes(text, part) {
  if (!text.includes(part)) {
    throw new Error(`expected ${part} in ${text}`);
  }
}

/** @param {Served} served */
function createApi({ url, send = fetch }) {
  const call = async (method, path, body, headers = {}) => {
    const response = await send(url + path, { method, headers, ...(body !== undefined && { body }) });
    return [response.status, await response.text()];
  };
  const create = (body, headers = {}, init = {}) =>
    send(`${url}/plants`, {
      method: "POST",
      headers: { authorization: TOKEN, "content-type": "application/json", ...headers },
      body,
      ...init,
    });
  return { send, call, create, get: (path, headers) => send(url + path, { headers }) };
}

/** Every step starts after a reset. */
export const steps = {
  async "creates a plant"({ call, create }) {
    const response = await create('{"id":1,"name":"Fern","tag":"indoor"}');
    equal([response.status, await response.text()], [200, '{"name":"Fern","tag":"indoor"}']);
    equal(await call("GET", "/__mock/plants"), [200, '[{"id":1,"name":"Fern","tag":"indoor"}]']);
    const refused = await create('{"id":1}');
    equal([refused.status, (await refused.json()).message.includes("name is required")], [400, true]);
  },
  async "lets pages of other origins use the operation"({ url, send, create }) {
    const headers = { origin: ORIGIN, "access-control-request-method": "POST" };
    const preflight = await send(`${url}/plants`, { method: "OPTIONS", headers });
    equal([preflight.status, preflight.headers.get("access-control-allow-methods")], [204, "POST"]);
    equal(preflight.headers.get("access-control-allow-origin"), "*");
    const response = await create('{"id":1,"name":"Fern"}', { origin: ORIGIN });
    equal([response.status, response.headers.get("access-control-allow-origin")], [200, "*"]);
  },
  async "serves the page, whose links work"({ url, send, get }) {
    for (const slash of ["", "/"]) {
      const page = await get(slash, { accept: "text/html" });
      equal([page.status, page.headers.get("content-type")], [200, "text/html; charset=utf-8"]);
      const links = [...(await page.text()).matchAll(/ (?:href|src)="([^"#:]*)"/g)].map(([, link]) => link);
      equal(links.length > 3, true);
      for (const link of links) {
        const file = await send(new URL(link, page.url || url + slash).href);
        equal([link, file.status, (await file.text()).length > 0], [link, 200, true]);
      }
    }
  },
  async "has a control API"({ call, create }) {
    const fern = '{"id":9007199254740993,"name":"Fern"}';
    await (await create('{"id":2,"name":"Moss"}')).text();
    includes((await call("GET", "/__mock/requests?outcome=created"))[1], "Moss");
    equal(await call("DELETE", "/__mock/requests"), [204, ""]);
    equal(await call("GET", "/__mock/requests"), [200, "[]"]);
    equal(await call("POST", "/__mock/plants", fern), [201, `[${fern}]`]);
    equal(await call("GET", "/__mock/plants?id=9007199254740993"), [200, `[${fern}]`]);
    equal(await call("POST", "/__mock/reset"), [204, ""]);
    equal(await call("GET", "/__mock/plants"), [200, "[]"]);
    equal((await call("PUT", "/__mock/plants", ""))[0], 405);
  },
  async "refuses the control API to pages of other origins"({ call }) {
    for (const headers of [{ origin: ORIGIN }, { origin: "null" }, { "sec-fetch-site": "cross-site" }]) {
      const [status, body] = await call("POST", "/__mock/reset", undefined, headers);
      equal(status, 403);
      includes(body, "pages of other origins");
    }
  },
  async "responds with faults"({ call, create }) {
    const fern = '{"id":13,"name":"Fern"}';
    const outcome = async (fault) => {
      equal((await call("POST", "/__mock/faults", JSON.stringify(fault)))[0], 201);
      const response = await create(fern);
      return [response.status, await response.text()];
    };
    equal(await outcome({ error: 7, message: "No room", status: 503 }), [503, '{"error":7,"message":"No room"}']);
    equal((await outcome("html"))[0], 502);
    equal(await outcome("malformed"), [200, '{"name":"Monstera']);
    equal(await outcome({ delayMs: 20 }), [200, '{"name":"Fern"}']);
  },
  async "loses the connection for a fault"({ call, create }) {
    await call("POST", "/__mock/faults", '"connection"');
    const lost = await create('{"id":1,"name":"Fern"}')
      .then((response) => response.text())
      .catch(() => undefined);
    equal(lost, undefined);
    equal(await call("GET", "/__mock/plants"), [200, "[]"]);
  },
  async "notices a client that leaves while no response comes"({ call, create }) {
    await call("POST", "/__mock/faults", '"timeout"');
    const recorded = async (outcome) => {
      for (let text = ""; !text.includes(`"outcome":"${outcome}"`); ) {
        [, text] = await call("GET", "/__mock/requests");
      }
    };
    const leaving = new AbortController();
    const left = create('{"id":1,"name":"Fern"}', {}, { signal: leaving.signal })
      .then(({ status }) => status)
      .catch(() => 499);
    await recorded("pending");
    leaving.abort();
    equal(await left, 499);
    await recorded("aborted");
  },
};

/**
 * @param {Served} served
 * @param {string} title
 */
export async function runStep(served, title) {
  const api = createApi(served);
  await api.call("POST", "/__mock/reset");
  await steps[title]({ url: served.url, ...api });
}

/**
 * Runs every step.
 * @param {Served} served
 */
export async function runSteps(served) {
  for (const title of Object.keys(steps)) {
    await runStep(served, title).catch((cause) => {
      throw new Error(`The app failed: ${title}`, { cause });
    });
  }
}
