import { type NewPlant, PlantStoreTokenError } from "plant-store-sdk";
import { element } from "./element.ts";
import { clearFailure, showFailure } from "./failure-alert.ts";
import { clearFields, readPlant, setReadOnly } from "./plant-fields.ts";
import { connect } from "./service.ts";

const form = element("plant-form", HTMLFormElement);
const send = element("send", HTMLButtonElement);
const cancel = element("cancel", HTMLButtonElement);
const progress = element("progress", HTMLElement);
const token = element("token", HTMLInputElement);
const service = connect(() => token.value);

let current: AbortController | undefined;

service.then(
  () => document.body.setAttribute("data-service", "ready"),
  (error: unknown) => {
    element("service-line", HTMLElement).textContent = "The page could not start";
    document.body.setAttribute("data-service", "failed");
    showFailure(error);
  },
);

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (current) {
    return;
  }
  const controller = new AbortController();
  setCurrent(controller);
  clearFailure();
  progress.textContent = "";
  try {
    const plant = await readPlant();
    if (plant) {
      await create(plant, controller.signal);
    }
  } finally {
    setCurrent(undefined);
  }
});

cancel.addEventListener("click", () => current?.abort());

token.addEventListener("input", () => setTokenIssue(""));

async function create(newPlant: NewPlant, signal: AbortSignal): Promise<void> {
  progress.textContent = "Waiting for the service …";
  try {
    const createPlant = await service;
    const plant = await createPlant(newPlant, signal);
    progress.textContent = `Created ${plant.name}, with the id ${newPlant.id}.`;
    clearFields();
    if (matchMedia("(pointer: fine)").matches) {
      element("name", HTMLInputElement).focus();
    }
  } catch (error) {
    if (signal.aborted) {
      progress.textContent = "Canceled. The plant may have been created.";
      return;
    }
    progress.textContent = "";
    showFailure(error);
    if (error instanceof PlantStoreTokenError) {
      setTokenIssue("Enter an access token");
      token.focus();
    }
  }
}

function setTokenIssue(issue: string): void {
  element("token-issue", HTMLElement).textContent = issue;
  token.ariaInvalid = issue ? "true" : null;
}

function setCurrent(controller: AbortController | undefined): void {
  current = controller;
  const isBusy = controller !== undefined;
  form.ariaBusy = String(isBusy);
  send.ariaDisabled = String(isBusy); // `disabled` would lose the focus
  if (document.activeElement === cancel) {
    send.focus();
  }
  cancel.hidden = !isBusy;
  setReadOnly(isBusy);
}
