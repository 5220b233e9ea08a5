import { createHash } from "node:crypto";
import type { Answer } from "../answer.ts";
import { PAGE_SCRIPT } from "./page-script.ts";
import { PAGE_STYLE } from "./page-style.ts";

const sourceOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const FAULTS: readonly (readonly [label: string, fault: unknown])[] = [
  ["Error 400", { error: 400, message: "An error that was asked for" }],
  ["Error 503", { error: 503, message: "An error that was asked for", status: 503 }],
  ["Lost connection", "connection"],
  ["No answer", "timeout"],
  ["Broken JSON", "malformed"],
  ["HTML, 502", "html"],
  ["2 seconds late", { delayMs: 2_000 }],
];

const button = ([label, fault]: (typeof FAULTS)[number]): string =>
  `<button type="button" data-fault='${JSON.stringify(fault)}'>${label}</button>`;

/** Drawn, since not every machine has a font with a sprout. */
const SPROUT =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24" fill="#3a9d4f" aria-hidden="true"><path d="M11 22v-8C5 14 2 11 2 5c6 0 9 3 10 7 1-5 4-8 10-8 0 7-3 10-9 10v8z"/></svg>';

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Plant Store mock</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(SPROUT)}">
<style>${PAGE_STYLE}</style>
</head>
<body>
<header>
<h1>${SPROUT} Plant Store mock</h1>
<p><code id="operation">POST /plants</code></p>
<p id="connection" role="status" data-state="waiting">Connecting</p>
</header>
<main>
<noscript><p class="card">This page needs JavaScript. The same is at <a href="/__mock/plants">/__mock/plants</a> and <a href="/__mock/requests">/__mock/requests</a>.</p></noscript>
<section class="card controls" aria-labelledby="faults-title">
<div class="title"><h2 id="faults-title">Next faults</h2><p id="fault-count">None is queued.</p></div>
<p id="faults-hint">Each button lets one of the next requests fail, in the order of the list.</p>
<div class="buttons" role="group" aria-labelledby="faults-title" aria-describedby="faults-hint">${FAULTS.map(button).join("")}</div>
<ol id="faults" aria-label="Queued faults" hidden></ol>
<div class="title"><button type="button" id="reset" class="reset" aria-describedby="reset-hint">Reset</button><p id="reset-hint">Back to the plants of the start, with no requests and no faults.</p></div>
<p id="told" role="status"></p>
</section>
<section class="card" aria-labelledby="plants-title">
<div class="title"><h2 id="plants-title">Plants</h2><p id="plant-count"></p></div>
<div class="scroll" role="group" aria-labelledby="plants-title" tabindex="0">
<table>
<thead><tr><th scope="col" class="number">Id</th><th scope="col">Name</th><th scope="col">Tag</th></tr></thead>
<tbody id="plants"></tbody>
</table>
</div>
</section>
<section class="card" aria-labelledby="requests-title">
<div class="title"><h2 id="requests-title">Requests</h2><p id="request-count"></p></div>
<div class="scroll" role="group" aria-labelledby="requests-title" tabindex="0">
<table>
<thead><tr><th scope="col">Answer</th><th scope="col">Outcome</th><th scope="col">Request</th><th scope="col">Plant</th></tr></thead>
<tbody id="requests"></tbody>
</table>
</div>
</section>
</main>
<script>${PAGE_SCRIPT}</script>
</body>
</html>
`;

let answer: Answer | undefined;

/** The page on which a person sees what a mock holds and was asked, and lets requests fail. */
export function pageAnswer(): Answer {
  answer ??= {
    status: 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": `default-src 'none'; script-src ${sourceOf(PAGE_SCRIPT)}; style-src ${sourceOf(PAGE_STYLE)}; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
    },
    body: PAGE,
  };
  return answer;
}
