import { FAULT_KINDS, type NamedFault } from "../mocks/faults/fault.ts";
import { createPlantStoreMock } from "../mocks/index.ts";
import { startMockServer } from "../mocks/server.ts";
import { createPlantStoreClient, type PlantStoreClientOptions, PlantStoreError } from "../src/index.ts";

/** What each named fault does, in words. */
const DESCRIPTIONS: Readonly<Record<NamedFault, string>> = {
  connection: "drops the connection without a response",
  unreachable: "refuses the connection with mock.fetch, and drops it elsewhere",
  timeout: "never responds",
  malformed: "responds with 200 and malformed JSON",
  html: "responds with 502 and an HTML page, like a proxy",
};

/** The table of the named faults. What the client throws is what it throws here. */
export async function makeFaultTable(): Promise<string> {
  const names = Object.keys(FAULT_KINDS) as NamedFault[];
  return [
    "| Fault | The mock | The client throws | `mayHaveBeenCreated` with `mock.fetch` | with MSW or a server |",
    "|---|---|---|---|---|",
    ...(await Promise.all(names.map(makeRow))),
  ].join("\n");
}

async function makeRow(name: NamedFault): Promise<string> {
  const inProcess = await failInProcess(name);
  const withServer = await failWithServer(name);
  const flags = [inProcess, withServer].map(({ mayHaveBeenCreated }) => `\`${mayHaveBeenCreated}\``);
  return `| \`"${name}"\` | ${DESCRIPTIONS[name]} | \`${inProcess.name}\` | ${flags.join(" | ")} |`;
}

async function failInProcess(fault: NamedFault): Promise<PlantStoreError> {
  const { fetch, failNext } = createPlantStoreMock();
  failNext(fault);
  return failWith({ baseUrl: "https://plants.example.com", token: "any-token", fetch });
}

async function failWithServer(fault: NamedFault): Promise<PlantStoreError> {
  const { url, mock, close } = await startMockServer();
  mock.failNext(fault);
  try {
    return await failWith({ baseUrl: url, token: "any-token" });
  } finally {
    await close();
  }
}

async function failWith(options: PlantStoreClientOptions): Promise<PlantStoreError> {
  const { createPlant } = createPlantStoreClient(options);
  // Only a response that never comes takes this long.
  const result = await createPlant({ id: 1, name: "Fern" }, { timeoutMs: 5_000 }).catch((error: unknown) => error);
  if (result instanceof PlantStoreError) {
    return result;
  }
  throw new Error("The fault made no call fail.");
}
