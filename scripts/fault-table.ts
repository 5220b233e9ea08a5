import { FAULT_KINDS, type NamedFault } from "../mocks/faults/fault.ts";
import { createPlantStoreMock } from "../mocks/index.ts";
import { createPlantStoreClient, PlantStoreError } from "../src/index.ts";

/** The table of the named faults. What the client throws is what it throws here. */
export async function makeFaultTable(): Promise<string> {
  const names = Object.keys(FAULT_KINDS) as NamedFault[];
  return [
    "| Fault | The mock | The client throws | `mayHaveBeenCreated` |",
    "|---|---|---|---|",
    ...(await Promise.all(names.map(makeRow))),
  ].join("\n");
}

async function makeRow(name: NamedFault): Promise<string> {
  const { name: error, mayHaveBeenCreated } = await failWith(name);
  return `| \`"${name}"\` | ${FAULT_KINDS[name].description} | \`${error}\` | \`${mayHaveBeenCreated}\` |`;
}

async function failWith(fault: NamedFault): Promise<PlantStoreError> {
  const { fetch, failNext } = createPlantStoreMock();
  failNext(fault);
  const { createPlant } = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any-token", fetch });
  // Only a response that never comes takes this long.
  const result = await createPlant({ id: 1, name: "Fern" }, { timeoutMs: 5_000 }).catch((error: unknown) => error);
  if (result instanceof PlantStoreError) {
    return result;
  }
  throw new Error(`The fault ${fault} made no call fail.`);
}
