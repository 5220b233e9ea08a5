import { BAD_USAGE } from "./exit-code.ts";
import type { Io } from "./io.ts";

/** Checks a Plant Store against the interface. */
export async function verify(_args: readonly string[], io: Io): Promise<number> {
  io.stderr.write("plant-store verify: not built yet.\n");
  return BAD_USAGE;
}
