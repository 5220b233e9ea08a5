// @ts-check
import { send } from "./api.js";
import { buildCommand } from "./curl.js";
import { block, countText, find, make, setText, soft, span } from "./dom.js";
import { showList } from "./list.js";

/** @typedef {import("../snapshot.ts").Snapshot} Snapshot */
/** @typedef {Snapshot["requests"][number]} ShownRequest */

const filter = /** @type {HTMLInputElement} */ (find("filter"));

/** The numbers of the requests whose details are shown. @type {Set<number>} */
const opened = new Set();

/** @type {Snapshot} */
let latest;
filter.addEventListener("input", () => showRequests(latest));

/** @param {Snapshot} snapshot */
export function showRequests(snapshot) {
  latest = snapshot;
  const { requests, requestCount } = snapshot;
  const text = filter.value.trim().toLowerCase();
  const matching = requests.filter(({ status, outcome, path, id, title, fault, reason }) =>
    [status, outcome, path, id, title, fault, reason].join(" ").toLowerCase().includes(text),
  );
  showList(find("request-list"), matching, buildRequest);
  setText(find("request-count"), countText(requestCount, matching.length, "request"));
  const searched = countText(requests.length, requests.length, "request");
  const noRequests =
    requestCount === 0
      ? "No requests yet. To send one, run this command:"
      : `The filter matches none of the latest ${searched}.`;
  setText(find("no-requests"), matching.length === 0 ? noRequests : "");
  find("first-request").hidden = requestCount > 0;
}

/** @param {ShownRequest} request */
function buildRequest(request) {
  const { number, receivedAt, durationMs, status = "", outcome, id, title } = request;
  const idPart = id === undefined ? [] : [span("id soft", id), " "];
  const duration = durationMs === undefined ? "" : `${durationMs.toLocaleString("en")} ms · `;
  const summary = make(
    "div",
    { className: "row" },
    make("span", { className: "outcome" }, span(`badge ${outcome}`, `${status} ${outcome}`.trim())),
    make("div", {}, make("p", { className: "name" }, ...idPart, make("strong", {}, title)), buildExplanation(request)),
    make(
      "span",
      { className: "soft" },
      duration,
      make("time", { dateTime: receivedAt }, new Date(receivedAt).toLocaleTimeString("en-GB")),
    ),
  );
  const details = make("details", { open: opened.has(number) }, make("summary", {}, summary));
  details.addEventListener("toggle", () => {
    if (!details.open) {
      opened.delete(number);
      return;
    }
    opened.add(number);
    if (details.childElementCount === 1) {
      details.append(loadDetails(number));
    }
  });
  return make("li", { id: `request-${number}` }, details);
}

/** The fault, whether the plant was created all the same, and the reason. @param {ShownRequest} request */
function buildExplanation({ fault, created, outcome, reason = "" }) {
  const failed = outcome === "fault" || outcome === "aborted";
  const parts = [
    ...(fault ? [span("badge fault", fault)] : []),
    ...(created && outcome !== "created" ? [span("badge created", "plant created")] : []),
    ...(failed && !created ? [span("badge", "no plant created")] : []),
    reason,
  ];
  return make("p", { className: "soft" }, ...parts.flatMap((part) => [part, " "]));
}

/** @param {number} number */
function loadDetails(number) {
  const details = make("div", { className: "details" });
  void send(`requests?number=${number}`, {}, "").then(async (response) => {
    details.append(...(response ? buildDetails(await response.json()) : []));
  });
  return details;
}

/** @param {import("../request-details.ts").RequestDetails} request */
function buildDetails({ method, url, headers, body, response, curlArguments }) {
  return [
    buildMessage("Request", `${method} ${url}`, headers, body),
    response
      ? buildMessage("Response", `Status ${response.status}`, response.headers, response.body)
      : soft("No response was sent."),
    curlArguments
      ? buildCommand(curlArguments)
      : soft("This request can't be copied: its body isn't complete, printable text."),
  ];
}

/** @type {(title: string, line: string, headers: Readonly<Record<string, string>>, body?: string) => HTMLElement} */
function buildMessage(title, line, headers, body = "") {
  const head = [line, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join("\n");
  const bodyPart = body === "" ? [] : [block(`${title} body`, body)];
  return make("div", {}, make("h3", { className: "soft" }, title), block(`${title} headers`, head), ...bodyPart);
}
