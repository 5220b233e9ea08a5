// @ts-check
import { base, follow, send } from "./api.js";
import { buildCommand } from "./curl.js";
import { countText, find, make, setText, soft, span } from "./dom.js";
import { showList } from "./list.js";
import { showRequests } from "./requests.js";

/** @typedef {import("../snapshot.ts").Snapshot} Snapshot */

const creates = /** @type {HTMLInputElement} */ (find("creates"));

/** @param {Snapshot} snapshot */
function show(snapshot) {
  showChoices(snapshot);
  showFaults(snapshot);
  showRequests(snapshot);
  showPlants(snapshot);
  find("main").hidden = false;
}

/** @param {Snapshot} snapshot */
function showChoices({ operation, exampleArguments, faultKinds }) {
  setText(find("operation"), `${operation.method} ${base}${operation.path}`);
  showList(find("fault-kinds"), faultKinds, ({ name, description, fault }) => {
    const button = make("button", { type: "button", title: description }, name);
    button.addEventListener("click", () => queueFault(name, fault));
    return button;
  });
  showList(find("first-request"), [exampleArguments], buildCommand);
}

/** @type {(name: string, fault: object, when?: object) => void} */
function queueFault(name, fault, when) {
  const queued = creates.checked ? { ...fault, creates: true } : fault;
  const body = JSON.stringify(when ? { when, fault: queued } : queued);
  void send("faults", { method: "POST", body }, `Queued ${name}.`);
}

/** @param {Snapshot} snapshot */
function showFaults({ faults, faultCount }) {
  showList(find("fault-list"), faults, ({ number, name, details }) => {
    const remove = removeButton(`Remove ${name}`, `faults?number=${number}`, `Removed ${name}.`);
    return buildItem(name, details, `fault ${number}`, remove);
  });
  setText(find("fault-count"), countText(faultCount, faults.length, "fault") || "No faults queued.");
}

/** @param {Snapshot} snapshot */
function showPlants({ plants, plantCount }) {
  showList(find("plant-list"), plants, ({ id = "", name = "", ...others }) => {
    const details = Object.entries(others).map(([field, value]) => `${field}: ${value}`);
    const remove = removeButton(`Delete plant ${id}`, `plants?id=${id}`, `Deleted plant ${id}.`);
    return buildItem(name, details.join(", "), id, remove);
  });
  setText(find("plant-count"), countText(plantCount, plants.length, "plant") || "No plants yet.");
}

/** A plant or a fault. @type {(title: string, details: string, id: string, remove: HTMLButtonElement) => HTMLElement} */
function buildItem(title, details, id, remove) {
  const text = make("div", {}, make("p", { className: "name" }, title), soft(details));
  return make("li", { className: "row" }, text, span("id soft", id), remove);
}

/** @type {(label: string, path: string, done: string) => HTMLButtonElement} */
function removeButton(label, path, done) {
  const button = make("button", { type: "button", ariaLabel: label, title: label }, "×");
  button.addEventListener("click", () => send(path, { method: "DELETE" }, done));
  return button;
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
find("each-connection").addEventListener("click", () =>
  queueFault("connection for every plant", { fault: "connection" }, {}),
);
document.title = `Plant Store mock at ${location.host}`;
find("not-loaded").remove();
void follow(show);
