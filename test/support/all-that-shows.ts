import { Console } from "node:console";
import { Writable } from "node:stream";
import { inspect } from "node:util";

export function allThatShows(value: unknown): string {
  const options = {
    depth: Number.POSITIVE_INFINITY,
    showHidden: true,
    maxStringLength: null,
    maxArrayLength: null,
    breakLength: Number.POSITIVE_INFINITY,
  };
  return [
    inspect(value, options),
    printed(value),
    JSON.stringify(value, (_, field) => (typeof field === "bigint" ? String(field) : field)),
    ...causes(value).flatMap((error) => [
      String(error),
      ...(error instanceof Error ? [error.name, error.message, error.stack, JSON.stringify({ ...error })] : []),
    ]),
  ].join("\n");
}

function printed(value: unknown): string {
  let text = "";
  const stdout = new Writable({
    write(chunk, _, done) {
      text += chunk;
      done();
    },
  });
  const console = new Console(stdout);
  console.log(value);
  console.log("%s %o %O %j", value, value, value, "");
  console.dir(value, { depth: null, showHidden: true });
  console.table(value);
  return text;
}

function causes(value: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let next = value; next !== undefined && !chain.includes(next); ) {
    chain.push(next);
    next = next instanceof Error ? next.cause : undefined;
  }
  return chain;
}

export function piecesIn(text: string, secret: string, length: number): string[] {
  return Array.from({ length: secret.length - length + 1 }, (_, start) => secret.slice(start, start + length)).filter(
    (piece) => text.includes(piece),
  );
}
