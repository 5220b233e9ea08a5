import { cpSync } from "node:fs";
import { paste } from "./paste.mjs";

paste("frameworks", "Express");
cpSync("node_modules/plant-store-sdk/examples/react/src/describe-failure.ts", "describe-failure.ts");
