import { readFileSync } from "node:fs";
import { createPlantStoreClient } from "plant-store-sdk";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { OPERATIONS } from "../../shared/operations.ts";

/** Places that are written for one operation, each with a text in it. */
const WRITTEN_FOR_ONE = [
  ["README.md", "which has one operation"],
  ["openapi.yaml", "A service with one operation"],
  ["docs/errors.md", "has no operation to look up a plant"],
  // The client: a method, readers of its responses, public types, bytes.
  ["src/client.ts", "createPlant"],
  ["src/schemas.ts", "readPlant"],
  ["src/index.ts", "CreatePlantResult"],
  ["test/client/client.test-d.ts", "CreatePlantResult"],
  [".size-limit.js", "createPlantStoreClient"],
  // The mock: addresses with parameters, exact ids outside of bodies, what it does, its outcomes, what it advises.
  ["mocks/core/address.ts", "The only operation is"],
  ["mocks/plants/parse-json.ts", "restoreId"],
  ["mocks/requests/parse-body.ts", "Invalid NewPlant"],
  ["mocks/requests/record.ts", '"created"'],
  ["mocks/core/pipeline.ts", "actAsService"],
  ["mocks/in-process/msw-handlers.ts", "OPERATIONS.createPlant"],
  ["mocks/app/page/main.js", "}plants`"],
  // The suite: clauses I1, I8 and I12, cases, and the service of its tests.
  ["conformance/contract.ts", "The service has one operation"],
  ["conformance/cases.ts", "listCases"],
  ["test/support/plant-service.ts", "respondRightly"],
  ["test/client/clauses.node.test.ts", "declares one operation"],
] as const;

type Paths = Record<string, Record<string, { operationId: string }>>;

describe("OPERATIONS", () => {
  it("has the methods and paths of openapi.yaml", () => {
    const contract = parse(readFileSync(new URL("../../openapi.yaml", import.meta.url), "utf8"));
    const declared = Object.entries(contract.paths as Paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [operationId, `${method.toUpperCase()} ${path}`]),
    );
    const defined = Object.entries(OPERATIONS).map(([name, { method, path }]) => [name, `${method} ${path}`]);
    expect(Object.fromEntries(defined)).toEqual(Object.fromEntries(declared));
  });

  it("has the methods of the client", () => {
    const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "abc" });
    expect(Object.keys(client)).toEqual(Object.keys(OPERATIONS));
  });

  it("has one row, or what is written for one operation has changed", () => {
    const places = WRITTEN_FOR_ONE.map(([file, text]) => `${file}: ${text}`);
    expect(Object.keys(OPERATIONS), `For a second operation, look at\n${places.join("\n")}`).toEqual(["createPlant"]);
  });

  it.each(WRITTEN_FOR_ONE)("is one operation in %s: %s", (file, text) => {
    expect(readFileSync(new URL(`../../${file}`, import.meta.url), "utf8")).toContain(text);
  });
});
