export function thrownBy(act: () => unknown): unknown {
  let value: unknown;
  try {
    value = act();
  } catch (reason) {
    return reason;
  }
  throw new Error("It was to throw, and it returned.", { cause: value });
}
