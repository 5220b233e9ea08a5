// @ts-check
/** @param {string} id */
export const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {string} text */
export function say(text) {
  find("message").textContent = text;
}

/**
 * Makes an element. A text is added as text, never as markup.
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
