import type { Redact } from "../shared/redact.ts";

/** What was thrown, its `cause` and `errors`, then theirs, each once. The last one has the reason. */
export function listCauseChain(thrown: unknown): readonly unknown[] {
  const chain = new Set([thrown]);
  // A loop over a set visits what is added meanwhile.
  for (const error of chain) {
    for (const cause of listCauses(error)) {
      chain.add(cause);
    }
  }
  return [...chain];
}

export function listCauses(error: unknown): readonly unknown[] {
  const { cause, errors } = Object(error);
  return [cause, ...(Array.isArray(errors) ? errors : [])].filter((next) => next !== undefined && next !== null);
}

/** Returns whether the texts of what was thrown, of its causes and of its errors quote a token. Objects in it aren't searched. */
export const quotesToken = (thrown: unknown, redact: Redact): boolean =>
  listCauseChain(thrown)
    .flatMap(listTexts)
    .some((text) => redact(text) !== text);

/** The texts of an error: its message and its stack, which aren't enumerable and may be inherited, and its own properties. */
function listTexts(error: unknown): readonly string[] {
  if (typeof error !== "object" || error === null) {
    return [String(error)];
  }
  const { message, stack } = error as { readonly message?: unknown; readonly stack?: unknown };
  return [message, stack, ...Object.values(error)].filter((value) => typeof value === "string");
}
