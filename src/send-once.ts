import type { NewPlant } from "../shared/records.ts";
import type { CreatePlantResult, PlantStoreClient } from "./client.ts";
import { readNewPlant } from "./schemas.ts";

/** How many ids in doubt are remembered. */
const MAX_IN_DOUBT = 10_000;

/**
 * Returns a `createPlant` that sends no plant twice, whatever repeats the call: a double click, a second form, or the retries of
 * another library. While a plant is being sent, and for good once it may exist, a call with its id sends nothing and returns the
 * outcome of the first call. Plants that were created, or that can't have been, are forgotten.
 *
 * Wrap the `createPlant` that all calls share: of the module's client, or for several users a function that picks the client. What
 * this returns remembers the latest 10,000 ids in doubt, in this process: to survive its end, use a queue. It compares ids only, not
 * other fields or options. To send a plant that you have settled, call the client itself. In tests, use a new id for each plant.
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

  return (newPlant, options) => {
    const id = readId(newPlant);
    if (id === undefined) {
      return createPlant(newPlant, options); // rejects it
    }
    const first = sending.get(id) ?? inDoubt.get(id);
    if (first) {
      return first;
    }
    const settle = (outcome: unknown) => {
      sending.delete(id);
      if (Object(outcome).mayHaveBeenCreated === true) {
        inDoubt.set(id, call);
      }
      if (inDoubt.size > MAX_IN_DOUBT) {
        const [oldest] = inDoubt.keys();
        inDoubt.delete(oldest as bigint);
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

/** The id of a valid NewPlant. A `bigint`, since a Map tells 7 and 7n apart. */
function readId(newPlant: NewPlant): bigint | undefined {
  try {
    const { value } = readNewPlant(newPlant);
    return value && BigInt(value.id);
  } catch {
    return undefined; // a getter threw
  }
}
