// @ts-check
/** The items as JSON, by their elements. @type {WeakMap<Element, string>} */
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
  const focused = before.find((element) => element.contains(document.activeElement));
  const known = [...before];
  const after = items.map((item) => {
    const content = JSON.stringify(item);
    const index = known.findIndex((element) => contents.get(element) === content);
    const [element = build(item)] = index < 0 ? [] : known.splice(index, 1);
    contents.set(element, content);
    return element;
  });
  for (const element of known) {
    element.remove();
  }
  for (const [index, element] of after.entries()) {
    if (parent.children[index] !== element) {
      parent.insertBefore(element, parent.children[index] ?? null);
    }
  }
  if (focused && !focused.isConnected) {
    const successor = document.getElementById(focused.id) ?? after[Math.min(before.indexOf(focused), after.length - 1)];
    /** @type {HTMLElement | null | undefined} */
    const control = successor?.querySelector("button, summary") ?? parent.closest("section");
    control?.focus();
  }
}
