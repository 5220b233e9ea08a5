import { type InputIssue, PlantStoreError } from "plant-store-sdk";

const LABELS: Readonly<Record<string, string>> = { id: "Nummer", name: "Name", tag: "Art" };

const ISSUES: Readonly<Record<InputIssue["code"], string>> = {
  required: "Bitte ausfüllen",
  type: "Bitte Text eingeben",
  format: "Bitte eine ganze Zahl ohne führende Nullen eingeben, etwa 1042 oder -5",
  range: "Diese Nummer ist zu groß oder zu klein",
};

export const describeIssue = ({ code, path }: InputIssue): string =>
  `${LABELS[path?.[0] ?? ""] ?? "Pflanze"}: ${ISSUES[code]}.`;

export function describeFailure(error: unknown): string {
  if (!(error instanceof PlantStoreError)) {
    throw error; // a bug
  }
  if (error.mayHaveBeenCreated) {
    return "Die Pflanze ist vielleicht schon angelegt. Noch einmal gesendet, gäbe es sie womöglich doppelt.";
  }
  if (error.name === "PlantStoreTokenError" || ("status" in error && (error.status === 401 || error.status === 403))) {
    return "Bitte neu anmelden.";
  }
  if (error.name === "PlantStoreCallbackError") {
    return "Das hat wegen eines Fehlers in unserem Programm nicht geklappt."; // a bug, so log it
  }
  return error.isTransient ? "Bitte später noch einmal versuchen." : "Die Pflanze wird nicht angenommen.";
}
