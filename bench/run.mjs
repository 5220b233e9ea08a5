/** Prints the size of the client in a bundle, and the processor time of a call, compared with one that is written by hand. */
import { execFileSync } from "node:child_process";
import { createPlantStoreClient, unwrap } from "../dist/index.js";

const ROUNDS = 31;
const CALLS = 500;
const baseUrl = "https://plants.example.com";
const token = "an-access-token";

/** A `fetch` that responds at once with the fields of the plant. */
async function stub(_url, { body }) {
  const { name, tag } = JSON.parse(body);
  return Response.json({ name, tag });
}

const client = createPlantStoreClient({ baseUrl, token, fetch: stub });
const createPlant = (newPlant) => client.createPlant(newPlant).then(unwrap);

/** What a careful developer writes by hand. */
async function createByHand(newPlant) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const signal = AbortSignal.timeout(30_000);
  const response = await stub(`${baseUrl}/plants`, { method: "POST", headers, body: JSON.stringify(newPlant), signal });
  const plant = await response.json();
  if (!response.ok) {
    throw new Error(plant.message);
  }
  return plant;
}

async function measure(create) {
  const start = process.cpuUsage();
  for (let count = 0; count < CALLS; count++) {
    await create({ id: 1042, name: "Monstera deliciosa", tag: "tropical" });
  }
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

const ratios = [];
for (let round = 0; round < ROUNDS; round++) {
  ratios.push((await measure(createPlant)) / (await measure(createByHand)));
}
const median = ratios.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)];
const [size] = JSON.parse(execFileSync("npx", ["size-limit", "--json"], { encoding: "utf8" }));
console.log(`${size.name}: ${size.size} bytes`);
console.log(`createPlant: ${median.toPrecision(2)} times the processor time of a call that is written by hand`);
