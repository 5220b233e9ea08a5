export function paragraph(text: string, className = ""): HTMLParagraphElement {
  const p = document.createElement("p");
  p.textContent = text;
  p.className = className;
  return p;
}
