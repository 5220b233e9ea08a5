import type { InputIssue } from "plant-store-sdk";

const ISSUES: Readonly<Record<InputIssue["code"], string>> = {
  required: "Bitte ausfüllen.",
  type: "Bitte Text eingeben.",
  format: "Bitte eine ganze Zahl ohne führende Nullen eingeben, etwa 1042 oder -5.",
  range: "Diese Nummer ist zu groß oder zu klein.",
};

/** The text beside the field `path?.[0]`, whose label stays as it is. */
export const describeIssue = ({ code }: InputIssue): string => ISSUES[code];
