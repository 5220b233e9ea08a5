// @ts-check
import { copyButton } from "./curl.js";
import { block, make } from "./dom.js";

/** @param {import("../snapshot.ts").RequestDetails} request */
export function buildDetails({ method, url, headers, body, response, curl }) {
  return [
    curl === undefined ? note("The body is cut, so the request can't be copied.") : copyButton(curl),
    buildMessage("Request", `${method} ${url}`, headers, body),
    response
      ? buildMessage("Response", `Status ${response.status}`, response.headers, response.body)
      : note("No response was sent."),
  ];
}

/** @param {string} text */
const note = (text) => make("p", { className: "soft" }, text);

/** @type {(title: string, line: string, headers: Readonly<Record<string, string>>, body?: string) => HTMLElement} */
function buildMessage(title, line, headers, body = "") {
  const head = [line, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join("\n");
  const blocks = Object.entries({ headers: head, body }).map(([part, text]) => block(`${title} ${part}`, text));
  return make("div", {}, make("h3", {}, title), ...blocks.filter(({ textContent }) => textContent !== ""));
}
