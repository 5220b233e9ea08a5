/**
 * Measures what the mock's store costs as it grows, and fails where that is more than it may be: a create with a million
 * plants at most 1.2 times one with a thousand, a lookup at most a tenth of a create, and at most 1,000 bytes a plant. A
 * create is a request through mock.fetch. Lookups can't be held to 1.2: a Map of a million misses the processor's cache.
 *
 *   node --expose-gc --import tsx bench/store.ts
 */
import { createPlantStoreMock, type MockPlants, type PlantStoreMock } from "plant-store-sdk/mocks";

const SIZES = [1_000, 10_000, 100_000, 1_000_000];
const SMALL = 10_000;
const OPERATIONS = 2_000;
const REQUESTS = 50;
const ROUNDS = 31;
const MAX_GROWTH = 1.2;
const MAX_LOOKUP = 0.1;
const MAX_BYTES = 1_000;

/** Lets @msw/data finish the records that it has begun. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

async function create(plants: MockPlants, count: number): Promise<void> {
  const first = plants.size;
  for (let id = first; id < first + count; id++) {
    plants.add({ id, name: `Plant ${id}`, tag: "bench" });
  }
  await settle();
}

async function filled(size: number): Promise<PlantStoreMock> {
  const mock = createPlantStoreMock({ duplicateIds: "reject" });
  while (mock.plants.size < size) {
    await create(mock.plants, Math.min(OPERATIONS, size - mock.plants.size));
  }
  return mock;
}

function heapBytes(): number {
  if (!globalThis.gc) {
    throw new Error("Run this with --expose-gc.");
  }
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

function check(holds: boolean): void {
  if (!holds) {
    throw new Error("The mock did not do what is measured.");
  }
}

/** The first quartile: what the machine does besides only ever adds. */
const quartile = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 2] ?? 0;

/** A store of one size, and what was measured of it. */
class Subject {
  readonly creates: number[] = [];
  readonly lookups: number[] = [];
  resetMs = 0;

  private constructor(
    readonly size: number,
    readonly bytesAPlant: number,
    private mock: PlantStoreMock,
  ) {}

  static async of(size: number): Promise<Subject> {
    const before = heapBytes();
    const mock = await filled(size);
    // Only then are all its records made.
    mock.plants.all();
    await settle();
    return new Subject(size, (heapBytes() - before) / size, mock);
  }

  async round(): Promise<void> {
    if (this.size <= SMALL) {
      // A small store must not grow by what is measured.
      this.mock = await filled(this.size);
    }
    const { plants, fetch } = this.mock;
    const headers = { authorization: "Bearer bench", "content-type": "application/json" };
    let start = performance.now();
    for (let i = 0; i < REQUESTS; i++) {
      const body = `{"id":${plants.size},"name":"Plant","tag":"bench"}`;
      const { status } = await fetch("https://plants.example.com/plants", { method: "POST", headers, body });
      check(status === 200);
    }
    this.creates.push(performance.now() - start);
    start = performance.now();
    let found = 0;
    for (let i = 0; i < OPERATIONS; i++) {
      found += plants.get((i * 7_919) % this.size) ? 1 : 0;
    }
    this.lookups.push(performance.now() - start);
    check(found === OPERATIONS);
  }

  reset(): void {
    const start = performance.now();
    this.mock.reset();
    this.resetMs = performance.now() - start;
  }

  get createUs(): number {
    return (quartile(this.creates) / REQUESTS) * 1_000;
  }

  get lookupUs(): number {
    return (quartile(this.lookups) / OPERATIONS) * 1_000;
  }
}

await (await Subject.of(SMALL)).round(); // Warms up.
const subjects: Subject[] = [];
for (const size of SIZES) {
  subjects.push(await Subject.of(size));
}
// In turns, so that whatever else the machine does falls on all of them.
for (let round = 0; round < ROUNDS; round++) {
  for (const subject of subjects) {
    await subject.round();
  }
}
for (const subject of subjects) {
  subject.reset();
}
console.table(
  Object.fromEntries(
    subjects.map(({ size, createUs, lookupUs, bytesAPlant, resetMs }) => [
      size,
      {
        "create, µs": createUs.toFixed(2),
        "lookup, µs": lookupUs.toFixed(3),
        "bytes a plant": bytesAPlant.toFixed(0),
        "reset, ms": resetMs.toFixed(2),
      },
    ]),
  ),
);
const [first, last] = [subjects[0], subjects.at(-1)];
if (first && last) {
  const faults = [
    last.createUs > first.createUs * MAX_GROWTH && "a create grows",
    last.lookupUs > last.createUs * MAX_LOOKUP && "a lookup takes long",
    last.bytesAPlant > MAX_BYTES && "a plant takes too many bytes",
  ].filter((fault) => fault !== false);
  if (faults.length > 0) {
    console.error(`Too slow or too large: ${faults.join(", ")}.`);
    process.exitCode = 1;
  }
}
