/** Makes a function that takes a token out of a text, in the forms in which a service may echo it. */
export function redactor(token: string): (text: string) => string {
  const json = JSON.stringify(token).slice(1, -1);
  const forms = [token, json, json.replaceAll("/", "\\/"), encodeURIComponent(token), btoa(token)];
  // The longest first: one may be part of another.
  const anyForm = [...new Set(forms)]
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join("|");
  // A short one may be part of a word of the service's own, such as "any" of "company".
  const pattern = new RegExp(token.length > 8 ? anyForm : `(?<!\\w)(?:${anyForm})(?!\\w)`, "gi");
  return (text) => text.replace(pattern, "[token]");
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
