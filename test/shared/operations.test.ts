import { existsSync, readFileSync } from "node:fs";
import { createPlantStoreClient } from "plant-store-sdk";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { OPERATIONS } from "../../shared/operations.ts";

/** The operations for which everything below is written. */
const WRITTEN_FOR = ["createPlant"];

/** What a second operation makes false, found by adding `GET /plants/{id}` to a copy of this repository. */
const PLACES_TO_READ: readonly (readonly [place: string, writtenForOne: string])[] = [
  // What users read.
  ["README.md", "the service has one operation, and can't look up a plant"],
  ["openapi.yaml", "info.description: a service with one operation"],
  ["CHANGELOG.md", "what the client and the mock can do"],
  ["docs/errors.md", "no operation looks up a plant; the outcomes; how to settle a plant"],
  ["docs/getting-started.md", "the two results; an id is in the body; what a retry may do twice"],
  ["docs/recipes.md", "a plant in doubt is settled by hand"],
  ["docs/mock.md", "records, faults and conditions are about a NewPlant"],
  ["docs/mock-server.md", "addresses end in /plants; what pages of other sites may send"],
  ["docs/conformance.md", "a run only creates; the verdicts"],
  ["docs/undefined-behavior.md", "requests have bodies, a query is ignored, a base URL doesn't end in /plants"],
  ["CONTRIBUTING.md", "what reads OPERATIONS, and this recipe"],
  // The client.
  ["src/client.ts", "a method, its options and its result; checks of what isn't in a body, such as an id in a path"],
  ["src/index.ts", "the public types of a method"],
  ["src/schemas.ts", "the readers of its records"],
  ["src/build-request.ts", "a request that can't be built is an invalid NewPlant"],
  ["src/engine/result.ts", "doc comments: data is a Plant, and a failure may have created one"],
  ["src/engine/errors.ts", "doc comments: what may exist is the plant; an invalid input is a NewPlant"],
  ["src/engine/hooks.ts", "doc comments: no error after a Plant; the method and the body are always there"],
  ["src/engine/client-options.ts", "doc comments: what a retry may create twice"],
  ["src/engine/retry-policy.ts", "doc comments: a retry could create the plant twice"],
  ["shared/base-url.ts", "a base URL ends in a path: one with parameters is compared literally"],
  ["test/client/client.test-d.ts", "the public types"],
  ["test/client/clauses.node.test.ts", "the contract declares one path, without parameters"],
  [".size-limit.js", "the bytes of the client"],
  // The mock.
  ["mocks/core/address.ts", "an address is a path without parameters; the texts of 404 and 405"],
  ["mocks/core/pipeline.ts", "what the service does: it creates a plant"],
  ["mocks/core/mock-options.ts", "doc comments: the operation"],
  ["mocks/requests/parse-body.ts", "a request has a body, which is a NewPlant"],
  ["mocks/requests/record.ts", 'the outcome "created", the NewPlant, and the method in a doc comment'],
  ["mocks/faults/queue.ts", "a condition is about a NewPlant"],
  ["mocks/faults/fault.ts", "creates"],
  ["mocks/plants/condition.ts", "a condition is about a NewPlant"],
  ["mocks/input/parse-json.ts", "an id is in a body, of a plant or a condition"],
  ["mocks/in-process/mock.ts", "doc comments: 404, 405, records and faults are about the operation"],
  ["mocks/in-process/fetch.ts", "a POST is read at once, and recorded before fetch returns"],
  ["mocks/in-process/msw-access.ts", "what matches, and its preflight"],
  ["mocks/in-process/msw-handlers.ts", "one method and one path; what `offline` advises"],
  ["mocks/app/app-handler.ts", "a GET is a page, a health check or a 404; a path that ends in /plants"],
  ["mocks/app/app-options.ts", "doc comments: the operation"],
  ["mocks/app/web-app.ts", "doc comments: POST {url}/plants"],
  ["mocks/app/snapshot.ts", "a request has the id and the name of a plant"],
  ["mocks/app/page/main.js", "the address to send a request to"],
  ["mocks/server/serve.ts", "doc comments: POST {url}/plants"],
  ["mocks/server/vite-plugin.ts", "doc comments: POST /mock/plants"],
  ["test/mocks/mocks.test-d.ts", "the public types"],
  ["test/mocks/differential.node.test.ts", "random requests create plants"],
  ["test/support/post.ts", "a test sends a POST"],
  // The suite and the command.
  ["conformance/contract.ts", "METHOD and PATH; the clauses I1, I7 to I12"],
  ["conformance/cases.ts", "a case has a body, and the response to it is a Plant or an Error"],
  ["conformance/judge.ts", "a success is a Plant, and violates I9 or I11"],
  ["conformance/obstacles.ts", "what the first and the third response show"],
  ["conformance/results.ts", "a plant was created by each Plant that was returned"],
  ["conformance/send.ts", "one method and one path"],
  ["conformance/curl.ts", "one method"],
  ["conformance/report.ts", "one path, and no name of an operation in a row"],
  ["test/support/plant-service.ts", "the service that the tests check"],
  ["cli/mock.ts", "--help: POST {url}/plants"],
  ["cli/mock-log.ts", "a line has the id of a NewPlant, and says that it was created"],
  ["cli/verify.ts", "--help: about 50 requests, about 25 plants"],
];

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

  it("has the operations for which the code and the docs are written", () => {
    const places = PLACES_TO_READ.map(([place, text]) => `  ${place}: ${text}`);
    const advice = `Read these places, which are written for ${WRITTEN_FOR}. Then add the operation to WRITTEN_FOR.`;
    expect(Object.keys(OPERATIONS), [advice, ...places, ""].join("\n")).toEqual(WRITTEN_FOR);
  });

  it("lists places that exist", () => {
    const missing = PLACES_TO_READ.filter(([place]) => !existsSync(new URL(`../../${place}`, import.meta.url)));
    expect(missing).toEqual([]);
  });
});
