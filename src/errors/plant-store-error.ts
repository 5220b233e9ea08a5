/**
 * The base of every error that the client throws. What your own `signal` and middleware throw comes as it is.
 *
 * @hideconstructor
 *
 * @example
 * import { createPlantStoreClient, PlantStoreError } from "plant-store-sdk";
 *
 * try {
 *   createPlantStoreClient({ baseUrl: "plants.example.com", token: "my-access-token" });
 * } catch (error) {
 *   console.log(error instanceof PlantStoreError); // true
 * }
 */
export abstract class PlantStoreError extends Error {}
