import type { NewPlant, Plant } from "plant-store-sdk";
import { element } from "./element.ts";
import { paragraph } from "./paragraph.ts";

const PICTURES = ["monstera", "cactus", "snake-plant", "fern", "aloe"];

/** Adds a plant to the top of the list. The service gives no id back: it is the one that was sent. */
export function listPlant(id: NewPlant["id"], { name, tag }: Plant): void {
  const item = document.createElement("li");
  const picture = element("picture", HTMLTemplateElement).content.cloneNode(true);
  const text = document.createElement("div");
  text.append(paragraph(name, "plant-name"), paragraph(String(id), "plant-id"));
  item.append(picture, text, ...(tag === undefined ? [] : [paragraph(tag, "plant-tag")]));
  const kind = Number(BigInt.asUintN(64, BigInt(id)) % BigInt(PICTURES.length));
  item.querySelector("use")?.setAttribute("href", `#${PICTURES[kind]}`);

  const list = element("plants", HTMLElement);
  list.prepend(item);
  element("no-plants", HTMLElement).hidden = true;
  element("plant-count", HTMLElement).textContent = String(list.childElementCount);
}
