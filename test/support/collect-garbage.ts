import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");

/** Collects what nothing holds any more, all of it, now. */
export const collectGarbage = runInNewContext("gc") as () => void;
