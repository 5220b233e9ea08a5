import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { onTestFinished } from "vitest";

export function render(node: ReactNode) {
  const container = document.createElement("div");
  document.body.append(container);
  const root = createRoot(container);
  root.render(node);
  onTestFinished(() => {
    root.unmount();
    container.remove();
  });
  return {
    container,
    text: (role: string) => container.querySelector(`[role=${role}]`)?.textContent,
    click: () => container.querySelector("button")?.click(),
  };
}
