export function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (reason) {
    return reason;
  }
  throw new Error("Expected an error, but the function returned.");
}
