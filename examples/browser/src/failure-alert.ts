import { element } from "./element.ts";
import { describeFailure } from "./failure.ts";
import { paragraph } from "./paragraph.ts";

export function showFailure(error: unknown): void {
  const { title, text, advice, details } = describeFailure(error);
  const alert = element("failure", HTMLElement);
  alert.replaceChildren(
    paragraph(title, "failure-title"),
    paragraph(text),
    paragraph(advice),
    ...(details ? [paragraph(details, "failure-details")] : []),
  );
  alert.scrollIntoView({ block: "nearest" });
}

export function clearFailure(): void {
  element("failure", HTMLElement).replaceChildren();
}
