import { type NewPlant, parseNewPlantForm } from "plant-store-sdk";
import { element } from "./element.ts";

const inputs = {
  name: element("name", HTMLInputElement),
  tag: element("tag", HTMLInputElement),
  id: element("id", HTMLInputElement),
};
const names = ["name", "tag", "id"] as const;

const touched = new Set<keyof typeof inputs>();

async function validate(): Promise<NewPlant | undefined> {
  const form = new FormData(element("plant-form", HTMLFormElement));
  const result = parseNewPlantForm(form);
  const messages = new Map(result.issues?.map(({ path, message }) => [path?.[0], message]));
  for (const name of names) {
    showIssue(name, touched.has(name) ? messages.get(name) : undefined);
  }
  return result.issues ? undefined : result.value;
}

function showIssue(name: keyof typeof inputs, message = ""): void {
  element(`${name}-issue`, HTMLElement).textContent = message;
  inputs[name].ariaInvalid = message ? "true" : null;
}

function touch(name: keyof typeof inputs): void {
  touched.add(name);
  void validate();
}

for (const name of names) {
  inputs[name].addEventListener("input", () => touch(name));
}

element("pick-id", HTMLButtonElement).addEventListener("click", () => {
  if (!inputs.id.readOnly) {
    const [bits = 0n] = crypto.getRandomValues(new BigUint64Array(1));
    inputs.id.value = String(BigInt.asUintN(63, bits));
    touch("id");
  }
});

export async function readPlant(): Promise<NewPlant | undefined> {
  for (const name of names) {
    touched.add(name);
  }
  const plant = await validate();
  names
    .map((name) => inputs[name])
    .find((input) => input.ariaInvalid)
    ?.focus();
  return plant;
}

export function clearFields(): void {
  touched.clear();
  for (const name of names) {
    inputs[name].value = "";
    showIssue(name);
  }
}

export function setReadOnly(isReadOnly: boolean): void {
  for (const name of names) {
    inputs[name].readOnly = isReadOnly;
  }
}
