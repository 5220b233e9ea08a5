import type { Fault } from "plant-store-sdk/mocks";
import { element } from "./element.ts";
import { FAULT_CHOICES } from "./faults.ts";

export function faultSwitch(): () => Fault | undefined {
  const select = element("fault", HTMLSelectElement);
  const chosen = () => FAULT_CHOICES[select.selectedIndex];
  const showHint = () => {
    element("fault-hint", HTMLElement).textContent = chosen()?.hint ?? "";
  };
  select.replaceChildren(...FAULT_CHOICES.map(({ label }) => new Option(label)));
  select.addEventListener("change", showHint);
  showHint();
  element("fault-switch", HTMLElement).hidden = false;
  return () => {
    const fault = chosen()?.fault;
    select.selectedIndex = 0;
    showHint();
    return fault;
  };
}
