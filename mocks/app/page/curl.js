// @ts-check
import { base } from "./api.js";
import { block, make, showMessage } from "./dom.js";

/**
 * A command for a POSIX shell that sends a request to the address of this page. Browsers copy it only on this machine and
 * over HTTPS.
 * @param {readonly string[]} curlArguments
 */
export function buildCommand([path, ...options]) {
  const command = [`curl --globoff ${quote(base)}${path}`, ...options].join(" \\\n  ");
  const button = make("button", { type: "button", hidden: !navigator.clipboard }, "Copy as curl");
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(command);
    showMessage("Copied. The command reads the token from $PLANT_STORE_TOKEN.");
  });
  return make("div", {}, block("Command", command), button);
}

/** @param {string} text */
const quote = (text) => (/^[\w/:.-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`);
