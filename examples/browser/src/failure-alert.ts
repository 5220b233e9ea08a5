import { element } from "./element.ts";
import { describeFailure } from "./failure.ts";
import { paragraph } from "./paragraph.ts";

/** Shows what went wrong beside the button that was pressed; screen readers say it at once. */
export function showFailure(error: unknown): void {
  const { title, text, advice, details } = describeFailure(error);
  const alert = element("failure", HTMLElement);
  alert.replaceChildren(
    paragraph(title, "failure-title"),
    paragraph(text),
    paragraph(advice, "failure-advice"),
    ...(details ? [paragraph(details, "failure-details")] : []),
  );
  alert.scrollIntoView({ block: "nearest" });
}

export function clearFailure(): void {
  element("failure", HTMLElement).replaceChildren();
}
