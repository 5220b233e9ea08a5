/** Whether node:http accepts the headers. It rejects all control characters, and `Headers` only line breaks. */
export function areValidHeaders(fields: readonly (readonly [string, unknown])[]): boolean {
  try {
    return [...new Headers(fields as [string, string][])].every(([, value]) => /^[\t -~\x80-\xff]*$/.test(value));
  } catch {
    return false;
  }
}
