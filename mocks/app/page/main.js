// @ts-check
/** @typedef {import("../snapshot.ts").Snapshot} Snapshot */

const INTERVAL_MS = 1_000;
const TIMEOUT_MS = 10_000;

/** The lists of the page, and what each row of them shows. @type {readonly [keyof Snapshot, readonly string[]][]} */
const LISTS = [
  ["faults", ["fault", "json"]],
  ["requests", ["time", "status", "outcome", "id", "name", "reason"]],
  ["plants", ["id", "name", "tag"]],
];

/** @param {string} selector */
const find = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));

const connection = find("#connection");

/** Shown while the mock refuses. */
const again = find("#again");

/** The mock's address with a final slash. It has no credentials, since `fetch` rejects a URL with them. */
const base = location.origin + new URL("../../", import.meta.url).pathname;

/**
 * Calls the control API. The `problem` says why a response isn't what the page expects.
 * @param {string} path
 * @param {RequestInit} [init]
 */
async function call(path, init) {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(`${base}__mock/${path}`, { ...init, signal }).catch(() => undefined);
  const isJson = response?.headers.get("content-type")?.startsWith("application/json");
  const json = isJson ? await response?.json().catch(() => undefined) : undefined;
  const unexpected = response ? `Unexpected response with status ${response.status}.` : "The mock doesn’t respond.";
  return { response, json, problem: String(json?.message ?? unexpected) };
}

/** Whether a value is a snapshot: another server may have taken the port. @type {(value: any) => value is Snapshot} */
const isSnapshot = (value) =>
  LISTS.every(([name, fields]) => {
    const { rows, total } = value?.[name] ?? {};
    const isRow = (/** @type {any} */ row) => fields.every((field) => typeof row?.[field] === "string");
    return Array.isArray(rows) && rows.every(isRow) && Number.isInteger(total);
  });

/** @param {Snapshot} snapshot */
function show(snapshot) {
  for (const [name, fields] of LISTS) {
    const { rows, total } = snapshot[name];
    find(`#${name} .total`).textContent = rows.length < total ? `${rows.length} of ${total}` : String(total);
    const list = find(`#${name} ol`);
    const newList = /** @type {HTMLElement} */ (list.cloneNode());
    newList.append(...rows.map((row) => makeItem(row, fields)));
    // The same list stays, with the text that the user has selected in it.
    if (!list.isEqualNode(newList)) {
      list.replaceWith(newList);
    }
  }
  find("#repeats").hidden = !snapshot.faults.rows.some(
    ({ fault, json = "" }) => fault === "connection" && !json.includes('"when":'),
  );
  find("main").hidden = false;
}

/** @type {(row: Readonly<Record<string, string>>, fields: readonly string[]) => HTMLElement} */
function makeItem(row, fields) {
  const item = document.createElement("li");
  item.className = row.outcome ?? "";
  for (const field of fields) {
    const text = row[field] ?? "";
    // Keeps a direction, such as that of Persian, out of the other fields.
    const part = document.createElement("bdi");
    part.className = field;
    part.textContent = field === "time" ? new Date(text).toLocaleTimeString("en-GB") : text;
    item.append(part, " ");
  }
  return item;
}

/** Shows a snapshot, or marks what the page shows as old. */
async function update() {
  const { response, json, problem } = await call("page/snapshot");
  const isLive = response?.status === 200 && isSnapshot(json);
  if (isLive) {
    show(json);
  }
  again.hidden = response?.status !== 403;
  document.body.className = isLive ? "" : "old";
  const text = isLive ? "Live" : `${problem} This page is out of date.`;
  // Screen readers would announce the same text again.
  if (connection.textContent !== text) {
    connection.textContent = text;
  }
}

/** Ends the pause before the next update. */
let wake = () => {};

document.addEventListener("visibilitychange", () => wake());
again.addEventListener("click", () => {
  again.hidden = true;
  find("main").focus();
  wake();
});

/** The name of each button is a method and a path of the control API, and its value is a fault. */
find("#control").addEventListener("submit", async (event) => {
  event.preventDefault();
  const { name, value } = /** @type {HTMLButtonElement} */ (/** @type {SubmitEvent} */ (event).submitter);
  const [method = "", path = ""] = name.split(" ");
  const input = /** @type {HTMLTextAreaElement} */ (find("#fault"));
  const body = name === "POST faults" ? value || input.value : null;
  find("#notice").textContent = "";
  const { response, problem } = await call(path, { method, body });
  find("#notice").textContent = response?.ok ? "Done." : problem;
  wake();
});

const url = `${base}plants`;
find("#example").textContent = `curl '${url.replaceAll("'", "%27")}' \\
  --header 'Authorization: Bearer any-token' \\
  --header 'Content-Type: application/json' \\
  --data '{ "id": 1042, "name": "Fern" }'`;

/** Updates the page once a second while it is visible. Stops while the mock refuses. */
async function follow() {
  for (;;) {
    if (!document.hidden && again.hidden) {
      await update();
    }
    await new Promise((resolve) => {
      wake = () => resolve(undefined);
      setTimeout(wake, INTERVAL_MS);
    });
  }
}
void follow();
