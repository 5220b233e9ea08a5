import "./no-native-modules.js";
import { AbortController, AbortSignal } from "abort-controller/dist/abort-controller";
import { URL } from "react-native/Libraries/Blob/URL";
import "whatwg-fetch";
import { checkBrowser } from "./check-browser.mjs";

Object.assign(globalThis, { AbortController, AbortSignal, URL });
if ("throwIfAborted" in AbortSignal.prototype || "reason" in AbortSignal.prototype || "body" in Response.prototype) {
  throw new Error("These aren't the polyfills of React Native.");
}
window.finished = checkBrowser(location.origin);
