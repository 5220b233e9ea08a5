/** What the page runs. Whatever it shows goes in as text, never as markup. */
export const PAGE_SCRIPT = `
"use strict";
const byId = (id) => document.getElementById(id);
const many = (count, one) => count.toLocaleString("en") + " " + one + (count === 1 ? "" : "s");

document.title = "Plant Store mock at " + location.host;
byId("operation").textContent = "POST " + location.origin + "/plants";

function cell(text, className) {
  const td = document.createElement("td");
  td.textContent = text ?? "";
  if (className) td.className = className;
  return td;
}

function fill(body, rows, emptyText) {
  if (rows.length === 0) {
    const td = cell(emptyText, "empty");
    td.colSpan = body.previousElementSibling.rows[0].cells.length;
    rows = [[td]];
  }
  body.replaceChildren(...rows.map((cells) => {
    const tr = document.createElement("tr");
    tr.append(...cells);
    return tr;
  }));
}

function statusCell(status) {
  const td = cell("");
  const badge = document.createElement("span");
  badge.className = "badge s" + String(status ?? 0)[0];
  badge.textContent = status ?? "none";
  td.append(badge);
  return td;
}

function show(state) {
  byId("plant-count").textContent =
    many(state.plantCount, "plant") + (state.plants.length < state.plantCount ? ", the last " + state.plants.length + " shown" : "");
  fill(byId("plants"), state.plants.map(({ id, name, tag }) => [cell(id, "number"), cell(name), cell(tag, "tag")]),
    "No plant yet. Create one, and it shows here.");
  byId("request-count").textContent = state.requests.length < state.requestCount
    ? "the last " + state.requests.length : many(state.requestCount, "request");
  fill(byId("requests"), state.requests.map(({ method, path, status, outcome, plant }) =>
    [statusCell(status), cell(outcome, "outcome " + outcome), cell(method + " " + path, "path"), cell(plant)]),
    "Nothing was asked yet.");
  byId("fault-count").textContent = state.faultCount === 0 ? "None is queued." : many(state.faultCount, "fault") + " queued";
  const faults = byId("faults");
  faults.hidden = state.faultCount === 0;
  faults.replaceChildren(...state.faults.map((fault) => {
    const li = document.createElement("li");
    li.textContent = fault;
    return li;
  }));
}

async function send(path, body, toldOf) {
  try {
    const response = await fetch(path, { method: "POST", body });
    const answer = response.status === 204 ? undefined : await response.json();
    if (!response.ok) throw new Error(answer.message);
    byId("told").textContent = toldOf(answer);
  } catch (error) {
    byId("told").textContent = "That did not work: " + error.message;
  }
}

for (const button of document.querySelectorAll("[data-fault]")) {
  button.addEventListener("click", () => send("/__mock/faults", button.dataset.fault,
    (queue) => "Queued as number " + queue.length + ": " + button.textContent + "."));
}
byId("reset").addEventListener("click", () => send("/__mock/reset", undefined,
  () => "The mock was reset at " + new Date().toLocaleTimeString() + "."));

const events = new EventSource("/__mock/events");
const tell = (state, text) => {
  const connection = byId("connection");
  if (connection.dataset.state !== state) {
    connection.dataset.state = state;
    connection.textContent = text;
  }
};
events.onopen = () => tell("live", "Live");
events.onerror = () => tell("lost", "Not connected; trying again");
events.onmessage = ({ data }) => show(JSON.parse(data));
`;
