// @ts-check
import { toCurl } from "./curl.js";
import { make, say } from "./dom.js";

/** @param {import("../events.ts").RequestDetails} request */
export function buildDetails(request) {
  const { method, url, headers, body, response } = request;
  const copy = make("button", { type: "button" }, "Copy as curl");
  copy.addEventListener("click", () => copyText(toCurl(request), copy));
  const columns = make(
    "div",
    { className: "columns" },
    buildMessage("Request", `${method} ${url}`, headers, body),
    response
      ? buildMessage("Response", `Status ${response.status}`, response.headers, response.body)
      : make("p", {}, "No response was sent."),
  );
  return make("div", {}, request.isCut ? "The body is cut, so the request can't be copied." : copy, columns);
}

/** @type {(title: string, line: string, headers: Readonly<Record<string, string>>, body?: string) => HTMLElement} */
function buildMessage(title, line, headers, body = "") {
  const head = [line, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join("\n");
  const blocks = Object.entries({ headers: head, body }).map(([part, text]) =>
    make("pre", { tabIndex: 0, role: "group", ariaLabel: `${title} ${part}` }, text),
  );
  return make("section", {}, make("h3", {}, title), ...blocks.filter((block) => block.textContent !== ""));
}

/** @type {(text: string, button: HTMLElement) => Promise<void>} */
async function copyText(text, button) {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
  } else {
    const area = make("textarea", { value: text });
    button.after(area);
    area.select();
    document.execCommand("copy");
    area.remove();
    button.focus();
  }
  say("Copied. The command reads the token from $PLANT_STORE_TOKEN.");
}
