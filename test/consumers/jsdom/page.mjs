import "whatwg-fetch";
import { createPlantStoreClient, unwrap } from "plant-store-sdk";

window.finished = check(location.origin);

/** Creates a plant with the `fetch` and the `AbortController` of the page, and checks that calls reject as they should. */
async function check(baseUrl) {
  const { createPlant } = createPlantStoreClient({ baseUrl, token: "secret" });
  const newPlant = { id: BigInt("9007199254740993"), name: "Fern" };
  await createPlant(newPlant).then(unwrap);

  const rejects = async (name, fault, options) => {
    const body = JSON.stringify(fault);
    await fetch(`${baseUrl}/__mock/faults`, { method: "POST", body });
    const thrown = await createPlant(newPlant, options)
      .then(unwrap)
      .then(
        () => undefined,
        (error) => error.name,
      );
    if (thrown !== name) {
      throw new Error(`Expected ${name} for ${body}, got ${thrown}.`);
    }
  };
  await rejects("PlantStoreApiError", { error: 7, message: "No room" });
  await rejects("PlantStoreConnectionError", "connection");
  await rejects("PlantStoreResponseError", "html");
  await rejects("PlantStoreTimeoutError", "timeout", { timeoutMs: 100 });
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 100);
  await rejects("AbortError", "timeout", { signal: controller.signal });
}
