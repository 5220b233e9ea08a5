import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");

/** Collects all garbage now. */
export const collectGarbage = runInNewContext("gc") as () => void;
