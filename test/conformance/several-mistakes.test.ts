import { expect, it } from "vitest";
import { parseBody } from "../../conformance/body.ts";
import { listCases } from "../../conformance/cases.ts";
import { createReport } from "../../conformance/report.ts";
import { Results } from "../../conformance/results.ts";
import { ByteBuffer } from "../../shared/read-body.ts";
import { REDACTED_AUTHORIZATION } from "../../shared/token.ts";
import {
  errorReply,
  idDigits,
  jsonReply,
  respondRightly,
  type ServiceRequest,
  type ServiceResponse,
  TOKEN,
} from "../support/plant-service.ts";

/** A mistake of a service. It depends on the request and the right response, so that others may change the response too. */
interface Mistake {
  readonly reason: string;
  readonly isMade: (request: ServiceRequest, right: ServiceResponse) => boolean;
  readonly change: (response: ServiceResponse, request: ServiceRequest) => ServiceResponse;
}

const succeeds = (_: ServiceRequest, { status }: ServiceResponse) => status === 200;
const fails = (_: ServiceRequest, { status }: ServiceResponse) => status === 400;
const refusesIf = (matches: (request: ServiceRequest) => boolean) => ({
  isMade: (request: ServiceRequest, right: ServiceResponse) => succeeds(request, right) && matches(request),
  change: () => errorReply("no"),
});
const isBeyondAscii = ({ body }: ServiceRequest) => /[^\0-\x7f]/.test(body.toString());
const roundedId = (request: ServiceRequest) => `"id":${BigInt(Number(idDigits(request)))}`;
const bodyIs = (text: string) => (request: ServiceRequest) => request.body.toString() === text;
const addField = (response: ServiceResponse, field: string) => ({
  ...response,
  body: String(response.body).replace(/\}$/, `,${field}}`),
});

const MISTAKES: readonly Mistake[] = [
  {
    reason: "status 201 instead of 200",
    isMade: succeeds,
    change: (response) => ({ ...response, status: 201 }),
  },
  {
    reason: "a success response isn't application/json",
    isMade: succeeds,
    change: (response) => ({ ...response, contentType: "text/json" }),
  },
  {
    reason: "the body of a success response isn't a Plant: tag is not a string",
    isMade: (request, right) => succeeds(request, right) && !request.body.includes('"tag"'),
    change: (response) => addField(response, '"tag":null'),
  },
  {
    reason: "the id in the response isn't the id that was sent",
    isMade: succeeds,
    change: (response, request) => addField(response, roundedId(request)),
  },
  {
    reason: "a valid plant fails with status 400 instead of 200",
    ...refusesIf(isBeyondAscii),
  },
  {
    reason: "a valid id fails with status 400 instead of 200",
    ...refusesIf((request) => idDigits(request) === "0"),
  },
  {
    reason: "a failing request returns status 422 instead of 400",
    isMade: fails,
    change: (response) => ({ ...response, status: 422 }),
  },
  {
    reason: "a failing request returns status 500 instead of 400",
    isMade: bodyIs("null"),
    change: () => ({ status: 500, contentType: "text/html", body: "<h1>Internal Server Error</h1>" }),
  },
  {
    reason: "a failing request returns status 413 instead of 400",
    isMade: ({ body }) => body.length > 10_000,
    change: () => jsonReply(413, { error: 4, message: "no" }),
  },
  {
    reason: "an error response isn't application/json",
    isMade: fails,
    change: (response) => ({ ...response, contentType: "application/problem+json" }),
  },
  {
    reason: "the body of an error response isn't an Error: message is missing",
    isMade: (request, right) => fails(request, right) && !bodyIs("[]")(request),
    change: (response) => ({ ...response, body: '{"error":4}' }),
  },
  {
    reason: "the body of an error response isn't a JSON object",
    isMade: bodyIs("[]"),
    change: (response) => ({ ...response, body: '["no"]' }),
  },
];

const OPTIONS = { baseUrl: "https://plants.test/v1", token: TOKEN };

/** Each case of a run, as a service that conforms gets it and responds to it. */
const EXCHANGES = listCases("plant-store-conformance 0123456789abcdef").map((testCase) => {
  const { headers, body = "" } = testCase;
  const request: ServiceRequest = {
    method: "POST",
    path: "/v1/plants",
    authorization: headers.authorization === REDACTED_AUTHORIZATION ? `Bearer ${TOKEN}` : headers.authorization,
    contentType: headers["content-type"],
    body: Buffer.from(body),
  };
  return { testCase, request, right: respondRightly(request) };
});

/** Judges the responses of a service that makes some mistakes. Hundreds of whole runs would take seconds. */
function listReasons(mistakes: readonly Mistake[]): string[] {
  const results = new Results(OPTIONS);
  for (const { testCase, request, right } of EXCHANGES) {
    const { status, contentType, body } = mistakes
      .filter(({ isMade }) => isMade(request, right))
      .reduce<ServiceResponse>((response, { change }) => change(response, request), right);
    const bytes = new ByteBuffer();
    bytes.append(Buffer.from(body));
    results.add({
      testCase,
      outcome: { status, headers: new Headers({ "content-type": contentType }), body: parseBody(bytes) },
    });
  }
  return createReport(results, null).causes.map(({ reason }) => reason);
}

const PAIRS = MISTAKES.flatMap((first, index) => MISTAKES.slice(index + 1).map((second) => [first, second] as const));
const TRIPLES = PAIRS.flatMap(([first, second]) =>
  MISTAKES.slice(MISTAKES.indexOf(second) + 1).map((third) => [first, second, third] as const),
);

it("finds nothing wrong with a service that conforms", () => {
  expect(listReasons([])).toEqual([]);
});

it.each([
  ["one mistake to one cause", MISTAKES.map((mistake) => [mistake] as const)],
  ["two mistakes to two causes", PAIRS],
  ["three mistakes to three causes", TRIPLES],
])("leads each service with %s", (_, services) => {
  for (const mistakes of services) {
    const reasons = listReasons(mistakes);
    const hidden = mistakes.filter(({ reason }) => !reasons.some((found) => found.includes(reason)));
    expect(hidden, reasons.join("; ")).toEqual([]);
    expect(reasons).toHaveLength(mistakes.length);
  }
});
