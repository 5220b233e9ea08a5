import type { NewPlant } from "plant-store-sdk";
import { element } from "./element.ts";
import { type FieldIssues, readPlant } from "./read-plant.ts";

const NAMES = ["name", "tag", "id"] as const;

/** The form's fields: they say what is wrong with them as one types. */
export interface PlantFields {
  /** Reads the plant; where there is none, it shows why and goes to the first field at fault. */
  read(): Promise<NewPlant | undefined>;
  /** Empties the fields, for the next plant. */
  clear(): void;
  /** Goes to the first field. */
  focus(): void;
  /** Whether they can't be changed for now. */
  freeze(isFrozen: boolean): void;
}

export function plantFields(): PlantFields {
  const inputs = {
    name: element("name", HTMLInputElement),
    tag: element("tag", HTMLInputElement),
    id: element("id", HTMLInputElement),
  };
  /** Nobody wants to be told of a field that one has not come to yet. */
  const touched = new Set<keyof typeof inputs>();

  const look = () => readPlant({ name: inputs.name.value, tag: inputs.tag.value, id: inputs.id.value });
  const show = (issues: FieldIssues = {}) => {
    for (const name of NAMES) {
      const issue = touched.has(name) ? (issues[name] ?? "") : "";
      element(`${name}-issue`, HTMLElement).textContent = issue;
      inputs[name].ariaInvalid = issue ? "true" : null;
    }
  };
  const touch = async (name: keyof typeof inputs) => {
    touched.add(name);
    show((await look()).issues);
  };

  for (const name of NAMES) {
    inputs[name].addEventListener("input", () => touch(name));
  }
  element("pick-id", HTMLButtonElement).addEventListener("click", () => {
    if (!inputs.id.readOnly) {
      inputs.id.value = String(pickId());
      void touch("id");
    }
  });

  return {
    async read() {
      const { plant, issues } = await look();
      for (const name of NAMES) {
        touched.add(name);
      }
      show(issues);
      NAMES.map((name) => inputs[name])
        .find((input) => input.ariaInvalid)
        ?.focus();
      return plant;
    },
    clear() {
      touched.clear();
      for (const name of NAMES) {
        inputs[name].value = "";
      }
      show();
    },
    focus: () => inputs.name.focus(),
    freeze(isFrozen) {
      for (const name of NAMES) {
        inputs[name].readOnly = isFrozen;
      }
    },
  };
}

/** Any positive int64: most have more digits than a JavaScript number can hold. */
function pickId(): bigint {
  const [bits = 0n] = crypto.getRandomValues(new BigUint64Array(1));
  return BigInt.asUintN(63, bits);
}
