/** The header lines of a request's bytes as they were sent, such as "authorization: Bearer abc", in their order. */
export function headerLines(request: string | undefined, names: RegExp): string[] {
  const [head = ""] = (request ?? "").split("\r\n\r\n");
  return head
    .split("\r\n")
    .slice(1)
    .filter((line) => names.test(line));
}
