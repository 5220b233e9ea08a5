// @ts-check
/** @type {WeakMap<Element, { key: string, content: string }>} */
const shown = new WeakMap();

/**
 * Elements of unchanged items stay in place: moving one would lose its focus and scroll position.
 * @template T
 * @param {Element} parent
 * @param {readonly T[]} items
 * @param {(item: T) => string} toKey
 * @param {(item: T) => Element} build
 */
export function showList(parent, items, toKey, build) {
  const before = [...parent.children].filter((element) => shown.has(element));
  const previous = new Map(before.map((element) => [shown.get(element)?.key, element]));
  const focusedAt = before.findIndex((element) => element.contains(document.activeElement));
  const focused = before[focusedAt];

  /** @type {Map<string | undefined, Element>} */
  const next = new Map();
  for (const item of items) {
    let key = toKey(item);
    while (next.has(key)) {
      key += "+";
    }
    const content = JSON.stringify(item);
    const old = previous.get(key);
    const element = old && shown.get(old)?.content === content ? old : build(item);
    shown.set(element, { key, content });
    next.set(key, element);
  }

  const elements = [...next.values()];
  const kept = new Set(elements);
  for (const element of before.filter((element) => !kept.has(element))) {
    element.remove();
  }
  let at = before.find((element) => kept.has(element)) ?? null;
  for (const element of elements) {
    if (element === at) {
      at = element.nextElementSibling;
    } else {
      parent.insertBefore(element, at);
    }
  }
  if (focused && !kept.has(focused)) {
    const successor = next.get(shown.get(focused)?.key) ?? elements[Math.min(focusedAt, elements.length - 1)];
    (successor?.querySelector("button") ?? parent.closest("section"))?.focus();
  }
}
