/** The base of every error that this package throws: `error instanceof PlantStoreError`. */
export abstract class PlantStoreError extends Error {}
