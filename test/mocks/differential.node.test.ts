import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fetchAdapter, type RunningMock } from "../support/adapter.ts";
import { adapters } from "../support/adapters.ts";
import { isErrorRecord, isPlant, isValidBody, listFields, readId } from "../support/contract.ts";
import { fieldText, valueText } from "../support/json-values.ts";
import { post } from "../support/post.ts";

const encode = (text: string) => new TextEncoder().encode(text);

const knownFields = listFields("NewPlant").map(({ name, schema, isRequired }) =>
  fc.oneof(
    { weight: 8, arbitrary: fieldText(schema).map((text) => [`"${name}":${text}`]) },
    { weight: isRequired ? 1 : 8, arbitrary: fc.constant<string[]>([]) },
  ),
);

const unknownName = fc.oneof(
  fc.constantFrom('"__proto__"', '"constructor"', '"ID"', '"id "', '""', '"n\\u0061me"', '"x"'),
  fc.string().map((name) => JSON.stringify(name)),
);

const unknownField = fc.tuple(unknownName, valueText).map((parts) => parts.join(":"));

const nearValid = fc
  .tuple(fc.tuple(...knownFields), fc.array(unknownField, { maxLength: 2 }), fc.constantFrom("", " ", "\n\t"))
  .chain(([known, unknown, space]) => {
    const fields = [...known.flat(), ...unknown];
    const shuffled = fc.shuffledSubarray(fields, { minLength: fields.length });
    const repeated = fc.subarray(fields, { maxLength: Math.min(fields.length, 1) });
    return fc.tuple(shuffled, repeated).map((parts) => `${space}{${space}${parts.flat().join(`${space},`)}}${space}`);
  });

/** Near-valid bytes, some of which are replaced, inserted or removed. */
const changedBytes = fc
  .tuple(nearValid.map(encode), fc.nat(), fc.uint8Array({ maxLength: 2 }), fc.nat(2))
  .map(([bytes, position, inserted, removedCount]) => {
    const at = position % (bytes.length + 1);
    return Uint8Array.from([...bytes.slice(0, at), ...inserted, ...bytes.slice(at + removedCount)]);
  });

const rawBytes = fc.oneof(fc.uint8Array({ maxLength: 64 }), changedBytes);

async function compare(service: RunningMock, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  service.mock.reset();
  const isValid = isValidBody(bytes);
  const { status, contentType, body } = await post(service, bytes);
  const record: unknown = JSON.parse(body);
  expect([status, contentType]).toEqual([isValid ? 200 : 400, "application/json"]);
  expect(isValid ? isPlant(record) : isErrorRecord(record)).toBe(true);
  expect(service.mock.plants.all().map(({ id }) => BigInt(id))).toEqual(isValid ? [readId(bytes)] : []);
  if (isValid) {
    const sent = JSON.parse(new TextDecoder().decode(bytes));
    const names = listFields("Plant").map(({ name }) => name);
    const plant = Object.fromEntries(names.map((name) => [name, sent[name]]));
    // Without fields that are undefined, and without -0, which JSON.stringify writes as 0.
    expect(record).toEqual(JSON.parse(JSON.stringify(plant)));
  }
}

describe.each(adapters)("$name creates what the contract calls valid (I5, I9, I10, I11, I12)", ({ name, start }) => {
  it.each([
    ["arbitrary JSON", fc.json().map(encode), 250],
    ["near-valid NewPlants", nearValid.map(encode), 1_000],
    ["raw bytes", rawBytes, 500],
  ])("from %s", async (_, bodies, count) => {
    const service = await start();
    const property = fc.asyncProperty(bodies, (bytes) => compare(service, bytes as Uint8Array<ArrayBuffer>));
    await fc.assert(property, { seed: 1042, numRuns: name === fetchAdapter.name ? count : 25 });
  });
});
