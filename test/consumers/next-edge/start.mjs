import assert from "node:assert/strict";
import { serveNext } from "./serve-next.mjs";

const { url, stop } = await serveNext("start");
const response = await fetch(`${url}/edge`, { method: "POST" });
assert.equal(await response.text(), "created");
stop();
