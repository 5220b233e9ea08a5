export function element<E extends HTMLElement>(id: string, type: abstract new () => E): E {
  const found = document.getElementById(id);
  if (!(found instanceof type)) {
    throw new TypeError(`index.html has no ${type.name} with the id "${id}"`);
  }
  return found;
}
