import type { InputIssue } from "plant-store-sdk";

const TEXTS = {
  required: "Bitte ausfüllen.",
  type: "Bitte Text eingeben.",
  format: "Diese Eingabe hat ein falsches Format.",
  range: "Dieser Wert ist nicht erlaubt.",
};

const ID_TEXTS: Partial<typeof TEXTS> = {
  format: "Bitte eine ganze Zahl ohne führende Nullen eingeben, etwa 1042 oder -5.",
  range: "Diese Nummer ist zu groß oder zu klein.",
};

/** The text beside the field `path?.[0]`, whose label stays as it is. */
export const describeIssue = ({ code, path }: InputIssue): string =>
  (path?.[0] === "id" && ID_TEXTS[code]) || TEXTS[code];
