import { EventEmitter } from "node:events";
import { createPlantStoreClient } from "plant-store-sdk";
import { checkConformance } from "plant-store-sdk/conformance";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { createMockApp } from "plant-store-sdk/mocks/app";
import { createMockMiddleware, startMockServer } from "plant-store-sdk/mocks/server";
import { plantStoreMock } from "plant-store-sdk/mocks/vite";
import { describe, expect, it } from "vitest";
import { mock as runMock } from "../../cli/mock.ts";
import { verify as runVerify } from "../../cli/verify.ts";
import { type Fields, readRecord } from "../../src/read-record.ts";
import { fern } from "../support/fern.ts";
import { getRejection } from "../support/get-rejection.ts";

const baseUrl = "https://plants.example.com";
const token = "any-token";
const mock = createPlantStoreMock();
const client = createPlantStoreClient({ baseUrl, token, fetch: mock.fetch });

/** Returns the message of what a function throws or rejects with. */
async function messageOf(run: () => unknown): Promise<string> {
  return String(await getRejection((async () => run())()));
}

async function stderrOf(command: typeof runMock, flag: string): Promise<string> {
  let stderr = "";
  const write = (text: string) => (stderr += text);
  await command([`--${flag}`], Object.assign(new EventEmitter(), { stdout: { write }, stderr: { write }, env: {} }));
  return stderr;
}

const text = { isValid: (value: unknown) => typeof value === "string", problem: () => "must be a string" };
const recordFields = { description: text, heightCm: text, species: text } as Fields<Record<string, string>>;

/** What is said about an unknown name in each place that has names. */
const places: Readonly<Record<string, (unknown: object, name: string) => Promise<string>>> = {
  "an option of the client": (unknown) => messageOf(() => createPlantStoreClient({ baseUrl, token, ...unknown })),
  "a hook": (unknown) => messageOf(() => createPlantStoreClient({ baseUrl, token, hooks: [unknown] })),
  "an option of a call": (unknown) => messageOf(() => client.createPlant(fern, unknown)),
  "an option of the mock": (unknown) => messageOf(() => createPlantStoreMock(unknown)),
  "an option of an app": (unknown) => messageOf(() => createMockApp(unknown)),
  "an option of a server": (unknown) => messageOf(() => startMockServer(unknown)),
  "an option of middleware": (unknown) => messageOf(() => createMockMiddleware(unknown)),
  "an option of the Vite plugin": (unknown) => messageOf(() => plantStoreMock(unknown)),
  "an option of the suite": (unknown) => messageOf(() => checkConformance({ baseUrl, token, ...unknown })),
  "an option of a fault": (unknown) => messageOf(() => mock.failWhen({}, "html", unknown)),
  "a field of a fault": (unknown) => messageOf(() => mock.failNext(unknown as { delayMs: number })),
  "a named fault": (_, name) => messageOf(() => mock.failNext(name as "html")),
  "a flag of plant-store mock": (_, name) => stderrOf(runMock, name),
  "a flag of plant-store verify": (_, name) => stderrOf(runVerify, name),
  "a field of a record": async (unknown) => JSON.stringify(readRecord(recordFields, unknown).issues),
};

const complain = (place: string, name: string) => places[place]?.({ [name]: "x" }, name);

/** Returns the known names of a place: it lists them after a name that is like none, or in the help of a command. */
async function readNames(place: string): Promise<readonly string[]> {
  const message = await complain(place, place.startsWith("a flag") ? "help" : "#");
  const names = message?.match(/(?<=--)\b[a-z-]+|(?<=Known: .*)\b[a-z]+(?=,|$)|\b\w+(?= is required)/gi) ?? [];
  return [...new Set(names)];
}

const MIN_LENGTH = 5;

function toPlural(name: string): string {
  return /[^aeiou]y$/.test(name) ? name.replace(/y$/, "ies") : `${name}${/(?:s|x|ch|sh)$/.test(name) ? "es" : "s"}`;
}

const toSingular = (name: string): string => name.replace(/ies$/, "y").replace(/(?<=s|x|ch|sh)es$|(?<!s)s$/, "");

/** Returns a name with each letter missing, doubled, or swapped with the next, its singular and its plural. */
function misspell(name: string): readonly string[] {
  const typos = Array.from(name, (letter, index) => {
    const [start, next, end] = [name.slice(0, index), name.slice(index + 1, index + 2), name.slice(index + 2)];
    return [`${start}${next}${end}`, `${start}${letter}${letter}${next}${end}`, `${start}${next}${letter}${end}`];
  });
  return [...new Set([...typos.flat(), toSingular(name), toPlural(name)])];
}

describe.each(Object.keys(places))("a misspelled name leads to itself: %s", async (place) => {
  const known = await readNames(place);

  it("which are listed", () => {
    expect(known.length).toBeGreaterThan(0);
  });

  it.each(known.filter(({ length }) => length >= MIN_LENGTH))("%s", async (name) => {
    const messages = misspell(name)
      .filter((misspelled) => !known.includes(misspelled))
      .map(async (misspelled) => [misspelled, await complain(place, misspelled)]);
    for (const [misspelled, message] of await Promise.all(messages)) {
      expect(message, misspelled).toMatch(new RegExp(`did you mean (?:--)?${name}\\b`, "i"));
    }
  });
});
