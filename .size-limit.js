export default [
  { name: "createPlantStoreClient", path: "dist/index.js", import: "{ createPlantStoreClient }", limit: "10.2 kB" },
];
