// @ts-check
import { base, send, session, toUrl } from "./api.js";
import { copyButton, exampleCommand } from "./curl.js";
import { buildDetails } from "./details.js";
import { block, find, make } from "./dom.js";
import { showList } from "./list.js";

const filterText = /** @type {HTMLInputElement} */ (find("filter-text"));
const filterOutcome = /** @type {HTMLSelectElement} */ (find("filter-outcome"));
const creates = /** @type {HTMLInputElement} */ (find("creates"));

/** @type {import("../snapshot.ts").Snapshot} */
let state;
/** @type {number | undefined} */
let selectedNumber;

/** @type {(total: number, shown: number, noun: string) => string} */
function countText(total, shown, noun) {
  const counted = `${total.toLocaleString("en")} ${noun}${total === 1 ? "" : "s"}`;
  return total === 0 ? "" : shown < total ? `${shown} of ${counted}` : counted;
}

/** @type {(label: string, path: string, done: string) => HTMLButtonElement} */
function removeButton(label, path, done) {
  const button = make("button", { type: "button", className: "remove", ariaLabel: label, title: label }, "×");
  button.addEventListener("click", () => send(path, { method: "DELETE" }, done));
  return button;
}

function showPlants() {
  const { plants, plantCount } = state;
  showList(find("plant-list"), plants, JSON.stringify, ({ id = "", name = "", ...others }) => {
    const fields = Object.entries(others).map(([field, value]) => `${field}: ${value}`);
    return make(
      "li",
      { className: "item" },
      make(
        "div",
        {},
        make("p", { className: "name", title: name }, name),
        make("p", { className: "soft" }, fields.join(", ")),
      ),
      make("span", { className: "id soft" }, id),
      removeButton(`Delete plant ${id}`, `plants?id=${id}`, `Deleted plant ${id}.`),
    );
  });
  find("no-plants").hidden = plantCount > 0;
  find("plant-count").textContent = countText(plantCount, plants.length, "plant");
}

function showFaults() {
  const { faults, faultCount } = state;
  showList(
    find("fault-list"),
    faults,
    ({ number }) => String(number),
    ({ number, title, details }) =>
      make(
        "li",
        { className: "item" },
        make("div", {}, make("p", { className: "name", title }, title), make("p", { className: "soft" }, details)),
        removeButton(`Remove ${title}`, `faults?number=${number}`, `Removed ${title}.`),
      ),
  );
  find("fault-count").textContent = countText(faultCount, faults.length, "fault") || "No faults queued.";
}

function showRequests() {
  const { requests, requestCount } = state;
  const text = filterText.value.trim().toLowerCase();
  const matching = requests.filter(
    ({ status, outcome, id, title, path, fault, reason }) =>
      (filterOutcome.value === "" || filterOutcome.value === outcome) &&
      [status, path, id, title, fault, reason].join(" ").toLowerCase().includes(text),
  );
  showList(
    find("request-list"),
    matching.map((request) => ({ ...request, isSelected: request.number === selectedNumber })),
    ({ number }) => String(number),
    buildRequest,
  );
  find("no-requests").textContent =
    requestCount === 0 ? "No requests yet. To send one, run this command:" : "No requests match the filter.";
  find("no-requests").hidden = matching.length > 0;
  find("first-request").hidden = requestCount > 0;
  find("request-count").textContent = countText(requestCount, matching.length, "request");
}

/** @typedef {import("../snapshot.ts").Snapshot["requests"][number]} ShownRequest */

/** The fault, whether the plant was created all the same, and the reason. @type {(request: ShownRequest) => HTMLElement} */
function buildExplanation({ fault, created, outcome, reason = "" }) {
  const isObvious = outcome === "created" || outcome === "refused";
  return make(
    "p",
    { className: "explanation soft" },
    ...(fault ? [badge("fault", fault), " "] : []),
    ...(isObvious ? [] : [created ? badge("created", "plant created") : badge("", "no plant created"), " "]),
    reason,
  );
}

/** @type {(kind: string, text: string) => HTMLElement} */
const badge = (kind, text) => make("span", { className: `badge ${kind}` }, text);

/** @type {(request: ShownRequest & { isSelected: boolean }) => HTMLElement} */
function buildRequest({ isSelected, ...request }) {
  const { number, receivedAt, durationMs, status = "", outcome, id, title } = request;
  const idPart = id === undefined ? [] : [make("span", { className: "id soft" }, id), " "];
  const button = make(
    "button",
    { type: "button", ariaExpanded: String(isSelected) },
    make("span", { className: "name" }, ...idPart, make("strong", {}, title)),
  );
  const row = make(
    "div",
    { className: "request" },
    make("div", {}, badge(outcome, `${status} ${outcome}`.trim())),
    make("div", {}, button, buildExplanation(request)),
    make("time", { className: "soft", dateTime: receivedAt }, new Date(receivedAt).toLocaleTimeString("en-GB")),
    make("span", { className: "soft" }, durationMs === undefined ? "" : durationText(durationMs)),
  );
  row.addEventListener("click", () => {
    selectedNumber = isSelected ? undefined : number;
    showRequests();
  });
  return make("li", {}, row, ...(isSelected ? [loadDetails(number)] : []));
}

/** @param {number} ms */
const durationText = (ms) =>
  ms < 1_000 ? `${Number(ms.toPrecision(2))} ms` : `${Number((ms / 1_000).toPrecision(3)).toLocaleString("en")} s`;

/** @type {(number: number) => HTMLElement} */
function loadDetails(number) {
  const details = make("div", { className: "details" });
  void send(`requests?number=${number}`, {}, "").then(async (response) => {
    details.append(...(response ? buildDetails(await response.json()) : ["The mock has dropped this request."]));
  });
  return details;
}

function showChoices() {
  showList(find("fault-kinds"), state.faultKinds, JSON.stringify, ({ name, description, fault }) => {
    const button = make("button", { type: "button", title: description }, name);
    button.addEventListener("click", () => {
      const body = JSON.stringify(creates.checked ? { ...fault, creates: true } : fault);
      void send("faults", { method: "POST", body }, `Queued ${name}.`);
    });
    return button;
  });
  showList(find("first-request"), [exampleCommand(state.operation)], String, (command) =>
    make("div", {}, block("Command", command), copyButton(command)),
  );
  showList(filterOutcome, state.outcomes, String, (outcome) => make("option", {}, outcome));
  showList(find("session"), [...new Set(["", session, ...state.sessions])], String, (name) =>
    make("option", { value: name, selected: name === session }, name || "default"),
  );
}

for (const button of document.querySelectorAll("button")) {
  const { path, method = "POST", done = "" } = button.dataset;
  if (path) {
    button.addEventListener("click", () => send(path, { method }, done));
  }
}
for (const form of document.querySelectorAll("form")) {
  const { path = "", done = "" } = form.dataset;
  const input = /** @type {HTMLTextAreaElement} */ (form.querySelector("textarea"));
  const problem = /** @type {HTMLElement} */ (form.querySelector("[role=status]"));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    problem.replaceChildren();
    const response = await send(path, { method: "POST", body: input.value }, done, problem);
    input.ariaInvalid = String(response === undefined);
  });
}
filterText.addEventListener("input", showRequests);
filterOutcome.addEventListener("input", showRequests);
find("session").addEventListener("change", ({ target }) => {
  const { value } = /** @type {HTMLSelectElement} */ (target);
  location.search = value === "" ? "" : `?session=${encodeURIComponent(value)}`;
});

const events = new EventSource(toUrl("events"));
for (const [state, text] of Object.entries({ open: "Live", error: "Disconnected. Reconnecting" })) {
  events.addEventListener(state, () => {
    // Screen readers would announce an unchanged status again.
    if (find("connection").textContent !== text) {
      find("connection").textContent = text;
      find("connection").dataset.state = state;
    }
  });
}
events.addEventListener("message", ({ data }) => {
  state = JSON.parse(data);
  find("operation").textContent = `${state.operation.method} ${base}${state.operation.path}`;
  showChoices();
  showRequests();
  showPlants();
  showFaults();
  find("main").hidden = false;
});
document.title = `Plant Store mock at ${location.host}`;
