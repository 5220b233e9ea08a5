export default [
  { name: "createPlantStoreClient", path: "dist/index.js", import: "{ createPlantStoreClient }", limit: "9.9 kB" },
];
