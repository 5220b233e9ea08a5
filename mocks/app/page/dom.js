// @ts-check
const MESSAGE_MS = 6_000;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let hideMessage;

/** @param {string} id */
export const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** A problem stays until the next message. */
export function say(text = "", kind = "news") {
  const message = find("message");
  message.textContent = text;
  message.className = kind;
  clearTimeout(hideMessage);
  if (kind === "news") {
    hideMessage = setTimeout(() => message.replaceChildren(), MESSAGE_MS);
  }
}

/**
 * Creates an element. Strings are added as text, never as markup.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Partial<HTMLElementTagNameMap[Name]>} properties
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function make(name, properties, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}
