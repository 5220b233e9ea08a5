// @ts-check
/** @param {string} id */
export const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Sets a text, unless it is the same: screen readers would announce a status again. @type {(element: Element, text: string) => void} */
export function setText(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

/** Shows a message until the next one. @param {string} text */
export function showMessage(text, className = "") {
  find("message").className = className;
  setText(find("message"), text);
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

/** @param {string} text */
export const soft = (text) => make("p", { className: "soft" }, text);

/** Text with its line breaks. @type {(label: string, text: string) => HTMLElement} */
export const block = (label, text) => make("pre", { role: "group", ariaLabel: label }, text);

/** @type {(total: number, shown: number, noun: string) => string} */
export function countText(total, shown, noun) {
  const counted = `${total.toLocaleString("en")} ${noun}${total === 1 ? "" : "s"}`;
  return total === 0 ? "" : shown < total ? `${shown} of ${counted}` : counted;
}
