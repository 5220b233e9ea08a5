export default [
  { name: "createPlantStoreClient", path: "dist/index.js", import: "{ createPlantStoreClient }", limit: "9.6 kB" },
];
