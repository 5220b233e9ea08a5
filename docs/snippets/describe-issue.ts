import type { InputIssue } from "plant-store-sdk";

const LABELS: Readonly<Record<string, string>> = { id: "Nummer", name: "Name", tag: "Art" };

const ISSUES: Readonly<Record<InputIssue["code"], string>> = {
  required: "Bitte ausfüllen",
  type: "Bitte Text eingeben",
  format: "Bitte eine ganze Zahl ohne führende Nullen eingeben, etwa 1042 oder -5",
  range: "Diese Nummer ist zu groß oder zu klein",
};

export const describeIssue = ({ code, path }: InputIssue): string =>
  `${LABELS[path?.[0] ?? ""] ?? "Pflanze"}: ${ISSUES[code]}.`;
