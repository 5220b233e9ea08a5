// @ts-check
import { base } from "./api.js";
import { make, showMessage } from "./dom.js";

/** A command for a POSIX shell that sends a request to the address of this page. @param {readonly string[]} curlArguments */
export const toCommand = ([path, ...options]) => [`curl --globoff ${quote(base)}${path}`, ...options].join(" \\\n  ");

/** @param {string} text */
const quote = (text) => (/^[\w/:.-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`);

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
