import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { findFreePort } from "./find-free-port.mjs";
import { serveNext } from "./serve-next.mjs";

const { PLANT_STORE_URL } = process.env;
const refusing = `http://127.0.0.1:${await findFreePort()}`;

const created = { data: { name: "Fern" } };
const refused = {
  isConnectionError: true,
  mayHaveBeenCreated: false,
  message: `POST ${refusing}/plants failed: connect ECONNREFUSED ${new URL(refusing).host}`,
};
const lost = {
  isConnectionError: true,
  mayHaveBeenCreated: true,
  message: `POST ${PLANT_STORE_URL}/plants failed: other side closed (it may have been created)`,
};

const loseNextResponse = () => fetch(`${PLANT_STORE_URL}/__mock/faults`, { method: "POST", body: "connection" });

for (const command of ["start", "dev"]) {
  describe(`next ${command}`, () => {
    let next;
    before(async () => {
      next = await serveNext(command);
    });
    after(() => next.stop());

    /** Makes a call to each base URL at once. A page has the JSON in a `pre` element. */
    async function call(path, baseUrls) {
      const query = new URLSearchParams(baseUrls.map((baseUrl) => ["baseUrl", baseUrl]));
      const text = await (await fetch(`${next.url}/${path}?${query}`)).text();
      const [, json = text] = text.match(/<pre>(.*?)<\/pre>/) ?? [];
      return JSON.parse(json.replaceAll("&quot;", '"'));
    }

    for (const path of ["edge", "middleware", "node", "page"]) {
      test(`${path}: a call creates a plant`, async () => {
        assert.deepEqual(await call(path, [PLANT_STORE_URL]), [created]);
      });

      test(`${path}: a refused connection has created nothing`, async () => {
        assert.deepEqual(await call(path, [refusing]), [refused]);
      });

      test(`${path}: a lost response puts its call in doubt, beside another call`, async () => {
        await loseNextResponse();
        const [, second] = await call(path, [refusing, PLANT_STORE_URL]);
        assert.deepEqual(second, lost);
      });
    }

    test("the server logs no error", () => assert.doesNotMatch(next.logged(), /error/i));
  });
}
