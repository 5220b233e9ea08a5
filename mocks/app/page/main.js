// @ts-check
import { buildDetails } from "./details.js";
import { find, make, say } from "./dom.js";
import { showList } from "./list.js";

const session = new URLSearchParams(location.search).get("session") ?? "";
const filterText = /** @type {HTMLInputElement} */ (find("filter-text"));
const filterOutcome = /** @type {HTMLSelectElement} */ (find("filter-outcome"));

/** @type {import("../events.ts").Snapshot} */
let state = { plants: [], plantCount: 0, requests: [], requestCount: 0, faults: [], faultCount: 0, sessions: [] };
/** @type {number | undefined} */
let selectedNumber;

/** Where the mock is served: "" or a path such as "/mock". */
const basePath = new URL(import.meta.url).pathname.replace(/\/__mock\/page\/main\.js$/, "");

/** @type {(path: string) => string} */
function inSession(path) {
  const url = new URL(basePath + path, location.origin);
  url.searchParams.set("session", session);
  return url.href;
}

/** @type {(path: string, init: RequestInit, done: string) => Promise<Response | undefined>} */
async function send(path, init, done) {
  try {
    const response = await fetch(inSession(path), init);
    if (response.ok) {
      say(done);
      return response;
    }
    say((await response.json()).message);
  } catch (error) {
    say(`The request failed: ${error}`);
  }
  return undefined;
}

/** @type {(label: string, path: string, done: string) => HTMLButtonElement} */
function removeButton(label, path, done) {
  const button = make("button", { type: "button", className: "remove", ariaLabel: label }, "×");
  button.addEventListener("click", () => send(path, { method: "DELETE" }, done));
  return button;
}

/** @type {(total: number, shown: number, noun: string) => string} */
function countText(total, shown, noun) {
  const counted = `${total.toLocaleString("en")} ${noun}${total === 1 ? "" : "s"}`;
  return shown < total ? `${shown} of ${counted}` : counted;
}

function showPlants() {
  const { plants, plantCount } = state;
  showList(find("plants"), plants, JSON.stringify, ({ id = "", name = "", ...others }) => {
    const fields = Object.entries(others).map(([field, value]) => `${field}: ${value}`);
    const remove = removeButton(`Delete plant ${id}`, `/__mock/plants?id=${id}`, `Deleted plant ${id}.`);
    return make(
      "tr",
      {},
      make("td", { className: "id" }, id),
      make("td", {}, make("p", {}, name), make("p", { className: "soft" }, fields.join(", "))),
      make("td", { className: "end" }, remove),
    );
  });
  find("no-plants").hidden = plantCount > 0;
  find("plant-count").textContent = countText(plantCount, plants.length, "plant");
}

function showFaults() {
  const { faults, faultCount } = state;
  showList(
    find("faults"),
    faults,
    ({ number }) => String(number),
    ({ number, text }) =>
      make("li", {}, text, removeButton(`Remove ${text}`, `/__mock/faults?number=${number}`, `Removed ${text}.`)),
  );
  find("fault-count").textContent =
    faultCount === 0 ? "None queued" : `${countText(faultCount, faults.length, "fault")} queued`;
}

function showRequests() {
  const { requests, requestCount } = state;
  const text = filterText.value.trim().toLowerCase();
  const matching = requests.filter(
    ({ status, outcome, title, path, reason }) =>
      (filterOutcome.value === "" || filterOutcome.value === outcome) &&
      [status, path, title, reason].join(" ").toLowerCase().includes(text),
  );
  showList(
    find("requests"),
    matching.map((request) => ({ ...request, isSelected: request.number === selectedNumber })),
    ({ number }) => String(number),
    buildRequest,
  );
  find("no-requests").textContent = requestCount === 0 ? "No requests yet." : "No requests match the filter.";
  find("no-requests").hidden = matching.length > 0;
  find("request-count").textContent = countText(requestCount, matching.length, "request");
}

/** @type {(request: import("../events.ts").ShownRequest & { isSelected: boolean }) => HTMLElement} */
function buildRequest({ number, receivedAt, durationMs, status, outcome, title, reason = "", isSelected }) {
  const button = make("button", { type: "button", ariaExpanded: String(isSelected) }, title);
  const time = new Date(receivedAt).toLocaleTimeString("en-GB");
  const duration = durationMs === undefined ? "" : `${Number(durationMs.toPrecision(2)).toLocaleString("en")}\u00a0ms`;
  const row = make(
    "tr",
    { className: "request" },
    make("td", {}, make("span", { className: `badge ${outcome}` }, String(status ?? "–"))),
    make(
      "td",
      {},
      make("p", {}, button, " ", make("span", { className: `outcome ${outcome}` }, outcome)),
      make("p", { className: "soft" }, reason),
    ),
    make("td", { className: "end soft" }, make("time", { dateTime: receivedAt }, time), " ", duration),
  );
  row.addEventListener("click", () => {
    selectedNumber = isSelected ? undefined : number;
    showRequests();
  });
  return make("tbody", {}, row, ...(isSelected ? [detailsRow(number)] : []));
}

/** @type {(number: number) => HTMLElement} */
function detailsRow(number) {
  const cell = make("td", { colSpan: 3 });
  void send(`/__mock/requests?number=${number}`, {}, "").then(async (response) => {
    cell.replaceChildren(response ? buildDetails(await response.json()) : "The mock no longer keeps this request.");
  });
  return make("tr", { className: "details" }, cell);
}

function show() {
  showRequests();
  showPlants();
  showFaults();
  showList(find("session"), [...new Set(["", session, ...state.sessions])], String, (name) =>
    make("option", { value: name, selected: name === session }, name || "default"),
  );
}

for (const button of document.querySelectorAll("button")) {
  const { path, method = "POST", body = null } = button.dataset;
  if (path) {
    button.addEventListener("click", () =>
      send(path, { method, body }, `Done: ${button.ariaLabel ?? button.textContent}.`),
    );
  }
}
for (const form of document.querySelectorAll("form")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const body = form.querySelector("textarea")?.value ?? "";
    void send(form.dataset.path ?? "", { method: "POST", body }, `Done: ${event.submitter?.textContent}.`);
  });
}
filterText.addEventListener("input", showRequests);
filterOutcome.addEventListener("input", showRequests);
find("session").addEventListener("change", ({ target }) => {
  const { value } = /** @type {HTMLSelectElement} */ (target);
  location.search = value === "" ? "" : `?session=${encodeURIComponent(value)}`;
});

const events = new EventSource(inSession("/__mock/events"));
for (const [state, text] of Object.entries({ open: "Live", error: "Disconnected. Reconnecting" })) {
  events.addEventListener(state, () => {
    // Setting a status again would announce it again.
    if (find("connection").textContent !== text) {
      find("connection").textContent = text;
      find("connection").dataset.state = state;
    }
  });
}
events.addEventListener("message", ({ data }) => {
  state = JSON.parse(data);
  show();
});
document.title = `Plant Store mock at ${location.host}`;
find("operation").textContent = `POST ${location.origin}${basePath}/plants`;
show();
