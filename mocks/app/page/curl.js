// @ts-check
import { base, session } from "./api.js";
import { make, showMessage } from "./dom.js";

/** A command for a POSIX shell that creates a plant. @type {(operation: { method: string, path: string }) => string} */
export function exampleCommand({ method, path }) {
  return [
    `curl --request ${method} ${quote(base + path)}`,
    `--header "Authorization: Bearer \${PLANT_STORE_TOKEN:-any-token}"`,
    `--header 'Content-Type: application/json'`,
    ...(session === "" ? [] : [`--header ${quote(`X-Mock-Session: ${session}`)}`]),
    `--data '{ "id": 1042, "name": "Fern" }'`,
  ].join(" \\\n  ");
}

/** @param {string} text */
const quote = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** @param {string} command */
export function copyButton(command) {
  const button = make("button", { type: "button" }, "Copy as curl");
  button.addEventListener("click", async () => {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(command);
    } else {
      const area = make("textarea", { value: command });
      button.after(area);
      area.select();
      document.execCommand("copy");
      area.remove();
      button.focus();
    }
    showMessage("Copied. The command reads the token from $PLANT_STORE_TOKEN.");
  });
  return button;
}
