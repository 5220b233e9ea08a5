import { describe, expect, it } from "vitest";
import { readPlants } from "../../examples/outbox/read-plants.ts";

it("reads a line of JSON for each plant", () => {
  const text = '{"id":"1","name":"Fern","tag":"indoor"}\n\n{"name":"Ivy","id":2}\r\n';
  expect(readPlants(text, [])).toEqual([
    { id: 1n, name: "Fern", tag: "indoor" },
    { id: 2n, name: "Ivy" },
  ]);
});

it.each([
  '{"id":"9007199254740993","name":"Fern"}',
  '{"id":9007199254740993,"name":"Fern"}',
  '{"garden":{"id":7},"name":"Fern", "id" : 9007199254740993 }',
])("reads the id exactly: %s", (line) => {
  expect(readPlants(line, [])).toEqual([{ id: 9_007_199_254_740_993n, name: "Fern" }]);
});

it("reads names that look like ids as they are", () => {
  const name = 'My "id": 5, or "id":5}';
  expect(readPlants(JSON.stringify({ name, id: "1" }), [])).toEqual([{ id: 1n, name }]);
});

describe("lists every problem", () => {
  const problems = (text: string, queuedIds: readonly string[] = []): readonly string[] => {
    try {
      readPlants(text, queuedIds);
      return [];
    } catch (error) {
      return (error as Error).message.split("\n  ");
    }
  };

  it("of every line", () => {
    const lines = ['{"id":1,"name":"Fern"}', '{"id":"007","name":""}', '["Ivy"]', '{"id":1e3,"name":"Ivy"}'];
    expect(problems(lines.join("\n"))).toEqual([
      "Nothing was added:",
      "line 2, id: Use digits only, without leading zeros",
      "line 2, name: Enter a name",
      "line 3: expected an object",
      "line 4, id: id must be text",
    ]);
  });

  it("of lines that aren't JSON", () => {
    expect(problems("Fern\n{")).toEqual([
      "Nothing was added:",
      expect.stringMatching(/^line 1: .*JSON/),
      expect.stringMatching(/^line 2: .*JSON/),
    ]);
  });

  it("of ids that are used twice", () => {
    const lines = ['{"id":1,"name":"Fern"}', '{"id":"2","name":"Ivy"}', '{"id":2,"name":"Moss"}'];
    expect(problems(lines.join("\n"), ["1"])).toEqual([
      "Nothing was added:",
      "line 1, id: the queue has the id 1 too",
      "line 3, id: line 2 has the id 2 too",
    ]);
  });
});
