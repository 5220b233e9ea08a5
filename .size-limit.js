import { readFileSync } from "node:fs";

const { atMost } = JSON.parse(readFileSync(new URL("./bench/limits.json", import.meta.url), "utf8"));
const path = "dist/index.js";

export default [
  { name: "size all", path, limit: `${atMost["size all"]} B` },
  { name: "size client", path, import: "{ createPlantStoreClient }", limit: `${atMost["size client"]} B` },
];
