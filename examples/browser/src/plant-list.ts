import type { NewPlant } from "plant-store-sdk";
import { element } from "./element.ts";
import { paragraph } from "./paragraph.ts";

const PICTURES = ["monstera", "cactus", "snake-plant", "fern", "aloe"];

export function showPlants(plants: readonly NewPlant[]): void {
  const list = element("plants", HTMLElement);
  for (const plant of plants.slice(list.childElementCount)) {
    list.prepend(listItem(plant));
  }
  element("no-plants", HTMLElement).hidden = plants.length > 0;
  element("plant-count", HTMLElement).textContent = String(plants.length);
}

function listItem({ id, name, tag }: NewPlant): HTMLLIElement {
  const item = document.createElement("li");
  const picture = element("picture", HTMLTemplateElement).content.cloneNode(true);
  const text = document.createElement("div");
  text.append(paragraph(name, "plant-name"), paragraph(String(id), "plant-id"));
  item.append(picture, text, ...(tag === undefined ? [] : [paragraph(tag, "chip")]));
  const kind = Number(BigInt.asUintN(64, BigInt(id)) % BigInt(PICTURES.length));
  item.querySelector("use")?.setAttribute("href", `#${PICTURES[kind]}`);
  return item;
}
