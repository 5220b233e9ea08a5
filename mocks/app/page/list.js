// @ts-check
/** @type {WeakMap<Element, string>} */
const contents = new WeakMap();

/**
 * Shows each item as a child. Those that are unchanged stay in place: moving one would lose its focus and scroll position.
 * @template T
 * @param {Element} parent
 * @param {readonly T[]} items
 * @param {(item: T) => Element} build
 */
export function showList(parent, items, build) {
  const before = [...parent.children];
  const focusedAt = before.findIndex((element) => element.contains(document.activeElement));
  const built = new Map(before.map((element) => [contents.get(element), element]));

  /** @type {Map<string, Element>} */
  const after = new Map();
  for (const item of items) {
    let content = JSON.stringify(item);
    while (after.has(content)) {
      content += " ";
    }
    after.set(content, built.get(content) ?? build(item));
  }

  for (const element of before.filter((element) => !after.has(contents.get(element) ?? ""))) {
    element.remove();
  }
  let next = parent.firstElementChild;
  for (const [content, element] of after) {
    contents.set(element, content);
    if (element === next) {
      next = element.nextElementSibling;
    } else {
      parent.insertBefore(element, next);
    }
  }

  const focused = before[focusedAt];
  if (focused && !focused.isConnected) {
    const rebuilt = document.getElementById(focused.id);
    const successor = rebuilt ?? parent.children[Math.min(focusedAt, parent.children.length - 1)];
    /** @type {HTMLElement | null | undefined} */
    const control = successor?.querySelector("button, summary") ?? parent.closest("section");
    control?.focus();
  }
}
