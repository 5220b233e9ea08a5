import type { Fault } from "plant-store-sdk/mocks";
import { element } from "./element.ts";
import { FAULT_CHOICES } from "./faults.ts";

/**
 * Shows the switch that lets the next request fail.
 *
 * @returns takes the fault that was chosen, once: the switch goes back to the right answer.
 */
export function faultSwitch(): () => Fault | undefined {
  const select = element("fault", HTMLSelectElement);
  const hint = element("fault-hint", HTMLElement);
  const chosen = () => FAULT_CHOICES[select.selectedIndex];
  const tell = () => {
    hint.textContent = chosen()?.hint ?? "";
  };
  select.replaceChildren(...FAULT_CHOICES.map(({ label }) => new Option(label)));
  select.addEventListener("change", tell);
  tell();
  element("fault-switch", HTMLElement).hidden = false;
  return () => {
    const fault = chosen()?.fault;
    select.selectedIndex = 0;
    tell();
    return fault;
  };
}
