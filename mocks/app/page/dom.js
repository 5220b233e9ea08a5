// @ts-check
/** @param {string} id */
export const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Shows a message until the next one. @param {string} text */
export function showMessage(text, className = "") {
  const message = find("message");
  message.textContent = text;
  message.className = className;
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

/** @type {(className: string, text: string) => HTMLElement} */
export const span = (className, text) => make("span", { className }, text);

/** Text with its line breaks. @type {(label: string, text: string) => HTMLElement} */
export const block = (label, text) => make("pre", { role: "group", ariaLabel: label }, text);

/** A text, in quotes if it is empty or has white space that nobody would see. @param {string} text */
export const toVisible = (text) => (/^$|^\s|\s$|\s\s|[^\S ]/.test(text) ? JSON.stringify(text) : text);

/** @type {(total: number, shown: number, noun: string) => string} */
export function countText(total, shown, noun) {
  const counted = `${total.toLocaleString("en")} ${noun}${total === 1 ? "" : "s"}`;
  return total === 0 ? "" : shown < total ? `${shown} of ${counted}` : counted;
}
