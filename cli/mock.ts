import { BAD_USAGE } from "./exit-code.ts";
import type { Io } from "./io.ts";

/** Serves the mock until a signal ends it. */
export async function mock(_args: readonly string[], io: Io): Promise<number> {
  io.stderr.write("plant-store mock: not built yet.\n");
  return BAD_USAGE;
}
