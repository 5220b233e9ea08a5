// @ts-check
import { send } from "./api.js";
import { copyButton, toCommand } from "./curl.js";
import { block, countText, find, make, span, toVisible } from "./dom.js";
import { showList } from "./list.js";

/** @typedef {import("../snapshot.ts").Snapshot} Snapshot */
/** @typedef {Snapshot["requests"][number]} ShownRequest */

const filterText = /** @type {HTMLInputElement} */ (find("filter-text"));
const filterOutcome = /** @type {HTMLSelectElement} */ (find("filter-outcome"));

/** The numbers of the requests whose details are shown. @type {Set<number>} */
const opened = new Set();

/** @param {Snapshot} snapshot */
export function showRequests({ requests, requestCount }) {
  const text = filterText.value.trim().toLowerCase();
  const isFiltered = text !== "" || filterOutcome.value !== "";
  const matching = requests.filter(
    ({ status, outcome, id, title, path, fault, reason }) =>
      (filterOutcome.value === "" || filterOutcome.value === outcome) &&
      [status, path, id, title, fault, reason].join(" ").toLowerCase().includes(text),
  );
  showList(find("request-list"), matching, buildRequest);
  const latest = requests.length < requestCount ? "the latest " : "";
  const searched = `${latest}${countText(requests.length, requests.length, "request")}`;
  find("request-count").textContent =
    isFiltered && requestCount > 0
      ? `${matching.length} of ${searched}`
      : countText(requestCount, requests.length, "request");
  const noRequests =
    requestCount === 0 ? "No requests yet. To send one, run this command:" : `The filter matches none of ${searched}.`;
  find("no-requests").textContent = matching.length === 0 ? noRequests : "";
  find("first-request").hidden = requestCount > 0;
}

/** @param {ShownRequest} request */
function buildRequest(request) {
  const { number, receivedAt, durationMs, status = "", outcome, id, title } = request;
  const idPart = id === undefined ? [] : [span("id soft", id), " "];
  const summary = make(
    "div",
    { className: "request" },
    make("div", {}, span(`badge ${outcome}`, `${status} ${outcome}`.trim())),
    make(
      "div",
      {},
      make("p", { className: "name" }, ...idPart, make("strong", {}, toVisible(title))),
      buildExplanation(request),
    ),
    make("time", { className: "soft", dateTime: receivedAt }, new Date(receivedAt).toLocaleTimeString("en-GB")),
    span("soft", durationMs === undefined ? "" : durationText(durationMs)),
  );
  const details = make("details", { open: opened.has(number) }, make("summary", {}, summary));
  details.addEventListener("toggle", () => {
    if (!details.open) {
      opened.delete(number);
    } else if (!opened.has(number) || details.childElementCount === 1) {
      opened.add(number);
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

/** @param {number} ms */
const durationText = (ms) =>
  ms < 1_000 ? `${Number(ms.toPrecision(2))} ms` : `${Number((ms / 1_000).toPrecision(3)).toLocaleString("en")} s`;

/** @param {number} number */
function loadDetails(number) {
  const details = make("div", { className: "details" });
  void send(`requests?number=${number}`, {}, "").then(async (response) => {
    details.append(...(response ? buildDetails(await response.json()) : ["The mock has dropped this request."]));
  });
  return details;
}

/** @param {import("../snapshot.ts").RequestDetails} request */
function buildDetails({ method, url, headers, body, response, curlArguments }) {
  return [
    curlArguments
      ? copyButton(toCommand(curlArguments))
      : note("This request can't be copied: its body isn't complete, printable text."),
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
  const bodyPart = body === "" ? [] : [block(`${title} body`, body)];
  return make("div", {}, make("h3", {}, title), block(`${title} headers`, head), ...bodyPart);
}
