// @ts-check
import { base, send, session, showProblem, toUrl } from "./api.js";
import { buildCommand } from "./curl.js";
import { countText, find, make, showMessage, span, toVisible } from "./dom.js";
import { showList } from "./list.js";
import { showRequests } from "./requests.js";

const RETRY_MS = 3_000;

const creates = /** @type {HTMLInputElement} */ (find("creates"));

/** @type {import("../snapshot.ts").Snapshot} */
let snapshot;
/** @type {EventSource | undefined} */
let events;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let retry;

/** A plant or a fault. @type {(title: string, details: string, id: string, remove: HTMLButtonElement) => HTMLElement} */
function buildItem(title, details, id, remove) {
  const text = make("div", {}, make("p", { className: "name" }, title), make("p", { className: "soft" }, details));
  return make("li", { className: "row" }, text, span("id soft", id), remove);
}

/** @type {(label: string, path: string, done: string) => HTMLButtonElement} */
function removeButton(label, path, done) {
  const button = make("button", { type: "button", ariaLabel: label, title: label }, "×");
  button.addEventListener("click", () => send(path, { method: "DELETE" }, done));
  return button;
}

function showPlants() {
  const { plants, plantCount } = snapshot;
  showList(find("plant-list"), plants, ({ id = "", name = "", ...others }) => {
    const details = Object.entries(others).map(([field, value]) => `${field}: ${toVisible(value)}`);
    const remove = removeButton(`Delete plant ${id}`, `plants?id=${id}`, `Deleted plant ${id}.`);
    return buildItem(toVisible(name), details.join(", "), id, remove);
  });
  find("no-plants").hidden = plantCount > 0;
  find("plant-count").textContent = countText(plantCount, plants.length, "plant");
}

function showFaults() {
  const { faults, faultCount } = snapshot;
  showList(find("fault-list"), faults, ({ number, title, details }) => {
    const remove = removeButton(`Remove ${title}`, `faults?number=${number}`, `Removed ${title}.`);
    return buildItem(title, details, `fault ${number}`, remove);
  });
  find("fault-count").textContent = countText(faultCount, faults.length, "fault") || "No faults queued.";
}

function showChoices() {
  const { operation, exampleArguments, faultKinds, sessions } = snapshot;
  const address = `${operation.method} ${base}${operation.path}`;
  find("operation").textContent = session === "" ? address : `${address}\nX-Mock-Session: ${session}`;
  showList(find("fault-kinds"), faultKinds, ({ name, description, fault }) => {
    const button = make("button", { type: "button", title: description }, name);
    button.addEventListener("click", () => {
      const body = JSON.stringify(creates.checked ? { ...fault, creates: true } : fault);
      void send("faults", { method: "POST", body }, `Queued ${name}.`);
    });
    return button;
  });
  showList(find("first-request"), [exampleArguments], buildCommand);
  showList(find("session"), [...new Set(["", session, ...sessions])], (name) =>
    make("option", { value: name, selected: name === session }, name || "default"),
  );
}

/** Shows the mock while the page is visible: browsers have only six connections for all pages of an origin. */
function follow() {
  clearTimeout(retry);
  events?.close();
  if (document.hidden) {
    return;
  }
  events = new EventSource(toUrl("events"));
  events.addEventListener("open", () => {
    showMessage("");
    showConnection("badge created", "Live");
  });
  events.addEventListener("error", () => {
    showConnection("badge refused", "Disconnected. Reconnecting");
    if (events?.readyState === EventSource.CLOSED) {
      void reconnect();
    }
  });
  events.addEventListener("message", ({ data }) => {
    snapshot = JSON.parse(data);
    showChoices();
    showRequests(snapshot);
    showPlants();
    showFaults();
    find("main").hidden = false;
  });
}

/** After a response other than the events: if the mock refuses them, shows why, else tries again. */
async function reconnect() {
  const response = await fetch(toUrl("sessions")).catch(() => undefined);
  if (response && response.status >= 400 && response.status < 500) {
    showConnection("badge refused", "Disconnected");
    showProblem((await response.json()).message);
  } else {
    retry = setTimeout(follow, RETRY_MS);
  }
}

/** @type {(className: string, text: string) => void} */
function showConnection(className, text) {
  const connection = find("connection");
  connection.className = className;
  // Screen readers would announce an unchanged status again.
  if (connection.textContent !== text) {
    connection.textContent = text;
  }
}

for (const button of document.querySelectorAll("button")) {
  const { path, method = "POST", done = "" } = button.dataset;
  if (path) {
    button.addEventListener("click", () => send(path, { method }, done));
  }
}
for (const form of document.forms) {
  const { path = "", done = "" } = form.dataset;
  const input = /** @type {HTMLTextAreaElement} */ (form.querySelector("textarea"));
  const problem = /** @type {HTMLElement} */ (form.querySelector(".problem"));
  /** @param {string} text */
  const explain = (text) => {
    problem.textContent = text;
    input.ariaInvalid = String(text !== "");
  };
  form.addEventListener("input", () => explain(""));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    explain("");
    void send(path, { method: "POST", body: input.value }, done, explain);
  });
}
find("filter").addEventListener("input", () => showRequests(snapshot));
find("session").addEventListener("change", ({ target }) => {
  const { value } = /** @type {HTMLSelectElement} */ (target);
  location.search = value === "" ? "" : `?session=${encodeURIComponent(value)}`;
});
document.addEventListener("visibilitychange", follow);
document.title = `Plant Store mock at ${location.host}`;
follow();
