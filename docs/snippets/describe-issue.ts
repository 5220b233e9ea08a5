import type { InputIssue } from "plant-store-sdk";

type Texts = Readonly<Record<InputIssue["code"], string>>;

const TEXTS: Texts = {
  required: "Bitte ausfüllen.",
  type: "Bitte Text eingeben.",
  format: "Diese Eingabe hat ein falsches Format.",
  range: "Dieser Wert ist nicht erlaubt.",
};

const FIELD_TEXTS: Readonly<Record<string, Partial<Texts>>> = {
  id: {
    format: "Bitte eine ganze Zahl ohne führende Nullen eingeben, etwa 1042 oder -5.",
    range: "Diese Nummer ist zu groß oder zu klein.",
  },
};

/** The text beside the field `path?.[0]`, whose label stays as it is. */
export const describeIssue = ({ code, path: [field = ""] = [] }: InputIssue): string =>
  FIELD_TEXTS[field]?.[code] ?? TEXTS[code];
