import { readFileSync } from "node:fs";
import { createPlantStoreClient } from "plant-store-sdk";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { OPERATIONS } from "../../shared/operations.ts";

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
});
