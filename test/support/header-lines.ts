export function headerLines(request: string | undefined, names: RegExp): string[] {
  const [head = ""] = (request ?? "").split("\r\n\r\n");
  return head
    .split("\r\n")
    .slice(1)
    .filter((line) => names.test(line));
}
