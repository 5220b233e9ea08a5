import "./no-native-modules.js";
import { AbortController, AbortSignal } from "abort-controller/dist/abort-controller";
import { URL } from "react-native/Libraries/Blob/URL";
import "whatwg-fetch";
import { checkBrowser } from "./check-browser.mjs";

Object.assign(globalThis, { AbortController, AbortSignal, URL });
window.finished = checkBrowser(location.origin);
