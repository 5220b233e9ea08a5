import { type InputIssue, PlantStoreError } from "plant-store-sdk";

const LABELS: Readonly<Record<string, string>> = { id: "Nummer", name: "Name", tag: "Art" };

const ISSUES: Readonly<Record<InputIssue["code"], string>> = {
  required: "Bitte ausfüllen",
  type: "Bitte Text eingeben",
  format: "Bitte nur Ziffern eingeben, etwa 1042",
  range: "Diese Nummer ist zu groß oder zu klein",
};

export const describeIssue = ({ code, path }: InputIssue): string => `${LABELS[path?.[0] ?? ""]}: ${ISSUES[code]}.`;

export function describeFailure(error: unknown): string {
  if (!(error instanceof PlantStoreError)) {
    throw error; // a bug
  }
  if (error.mayHaveBeenCreated) {
    return "Die Pflanze ist vielleicht schon angelegt.";
  }
  if (error.name === "PlantStoreTokenError") {
    return "Bitte neu anmelden.";
  }
  return error.isTransient ? "Bitte später noch einmal versuchen." : "Die Pflanze wird nicht angenommen.";
}
