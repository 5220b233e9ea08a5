import "whatwg-fetch";
import { checkBrowser } from "./check-browser.mjs";

window.finished = checkBrowser(location.origin);
