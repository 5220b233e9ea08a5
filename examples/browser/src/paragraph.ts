/** Text is put in as text, whatever it holds. */
export function paragraph(text: string, className = ""): HTMLParagraphElement {
  const p = document.createElement("p");
  p.textContent = text;
  p.className = className;
  return p;
}
