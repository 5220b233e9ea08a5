import { toJson } from "../shared/json.ts";
import type { NewPlant } from "../shared/records.ts";
import type { CreatePlantResult, PlantStoreClient } from "./client.ts";
import { readNewPlant } from "./schemas.ts";

const MAX_IN_DOUBT = 10_000;

// Each created plant keeps its `Response`, which takes 5 kB, and its texts, which are as long as the user of a form likes.
const MAX_CREATED = 1_000;
const MAX_CHARACTERS = 1_000;

/**
 * Returns a `createPlant` that sends no plant twice, whatever repeats the call: a double click, a second form, a browser, or the
 * retries of another library. While a plant is being sent, and for good once it may exist, a call with its id sends nothing and
 * returns the outcome of the first call. Once it was created, so does a call with the same fields. Plants that can't have been
 * created are forgotten.
 *
 * Wrap the `createPlant` that all calls share: of the module's client, or for several users a function that picks the client. What
 * this returns remembers the latest 10,000 ids in doubt, and the latest 1,000 created plants of at most 1,000 characters as JSON,
 * in this process: to survive its end, use a queue. It doesn't compare options. To send a plant that you have settled, call the
 * client itself. In tests, use a new id for each plant.
 *
 * @example
 * import { createPlantStoreClient, sendOnce } from "plant-store-sdk";
 * import { createPlantStoreMock } from "plant-store-sdk/mocks";
 *
 * const mock = createPlantStoreMock();
 * const { fetch } = mock;
 * const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "my-access-token", fetch });
 * const createPlant = sendOnce(client.createPlant);
 *
 * mock.failNext(503);
 * await createPlant({ id: 1042, name: "Fern" });
 * const { mayHaveBeenCreated } = await createPlant({ id: 1042, name: "Fern" });
 * console.log(mayHaveBeenCreated, mock.requests.length); // true 1
 */
export function sendOnce(createPlant: PlantStoreClient["createPlant"]): PlantStoreClient["createPlant"] {
  const sending = new Map<bigint, Promise<CreatePlantResult>>();
  const inDoubt = new Map<bigint, Promise<CreatePlantResult>>();
  const created = new Map<string, Promise<CreatePlantResult>>();

  return (newPlant, options) => {
    const plant = read(newPlant);
    if (plant === undefined) {
      return createPlant(newPlant, options); // rejects it
    }
    const { id } = plant;
    const text = toJson(plant);
    const first = sending.get(id) ?? inDoubt.get(id) ?? created.get(text);
    if (first) {
      return first;
    }
    const settle = (outcome: unknown) => {
      sending.delete(id);
      const { mayHaveBeenCreated, data } = Object(outcome);
      if (mayHaveBeenCreated === true) {
        remember(inDoubt, id, call, MAX_IN_DOUBT);
      } else if (data && text.length <= MAX_CHARACTERS) {
        remember(created, text, call, MAX_CREATED);
      }
    };
    // One chain of promises, along which V8 finds the caller for the stack of an error.
    const call = createPlant(newPlant, options).then(
      (result) => {
        settle(result);
        return result;
      },
      (error) => {
        settle(error);
        throw error;
      },
    );
    sending.set(id, call);
    return call;
  };
}

/** Adds the latest call, and forgets the oldest beyond the limit. */
function remember<Key, Call>(calls: Map<Key, Call>, key: Key, call: Call, limit: number): void {
  calls.set(key, call);
  if (calls.size > limit) {
    const [oldest] = calls.keys();
    calls.delete(oldest as Key);
  }
}

/** Reads a valid NewPlant. Its id is a `bigint`, since a Map tells 7 and 7n apart. */
function read(newPlant: NewPlant): (NewPlant & { readonly id: bigint }) | undefined {
  try {
    const { value } = readNewPlant(newPlant);
    return value && { ...value, id: BigInt(value.id) };
  } catch {
    return undefined; // a getter threw
  }
}
