import { type NewPlant, PlantStoreTokenError, unwrap } from "plant-store-sdk";
import { element } from "./element.ts";
import { clearFailure, showFailure } from "./failure-alert.ts";
import { plantFields } from "./plant-fields.ts";
import { listPlant } from "./plant-list.ts";
import { connect } from "./service.ts";

const form = element("plant-form", HTMLFormElement);
const send = element("send", HTMLButtonElement);
const cancel = element("cancel", HTMLButtonElement);
const progress = element("progress", HTMLElement);
const token = element("token", HTMLInputElement);
const fields = plantFields();
const client = connect(() => token.value);

/** Ends the request that is under way. */
let underWay: AbortController | undefined;

client.then(
  () => document.body.setAttribute("data-service", "ready"),
  (error: unknown) => {
    element("service-line", HTMLElement).textContent = "The page could not start";
    document.body.setAttribute("data-service", "failed");
    showFailure(error);
  },
);

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (underWay) {
    return;
  }
  const controller = new AbortController();
  setUnderWay(controller);
  clearFailure();
  progress.textContent = "";
  try {
    const plant = await fields.read();
    if (plant) {
      await create(plant, controller.signal);
    }
  } finally {
    setUnderWay(undefined);
  }
});

cancel.addEventListener("click", () => underWay?.abort());

token.addEventListener("input", () => setTokenIssue(""));

async function create(plant: NewPlant, signal: AbortSignal): Promise<void> {
  progress.textContent = "Waiting for the service …";
  try {
    const { createPlant } = await client;
    const created = await createPlant(plant, { signal }).then(unwrap);
    listPlant(plant.id, created);
    progress.textContent = `Created ${created.name}, with the id ${plant.id}.`;
    fields.clear();
    // On a touch screen this would bring up the keyboard, over the plant that has just come.
    if (matchMedia("(pointer: fine)").matches) {
      fields.focus();
    }
  } catch (error) {
    if (signal.aborted) {
      progress.textContent = "Cancelled. The plant may have been created all the same.";
      return;
    }
    progress.textContent = "";
    showFailure(error);
    if (error instanceof PlantStoreTokenError) {
      setTokenIssue("An access token is needed.");
      token.focus();
    }
  }
}

function setTokenIssue(issue: string): void {
  element("token-issue", HTMLElement).textContent = issue;
  token.ariaInvalid = issue ? "true" : null;
}

function setUnderWay(controller: AbortController | undefined): void {
  underWay = controller;
  const isBusy = controller !== undefined;
  form.ariaBusy = String(isBusy);
  // Not "disabled", which would take the focus away from it.
  send.ariaDisabled = String(isBusy);
  if (document.activeElement === cancel) {
    send.focus();
  }
  cancel.hidden = !isBusy;
  fields.freeze(isBusy);
}
