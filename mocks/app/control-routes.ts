import { REDACTED, REDACTED_AUTHORIZATION } from "../../shared/token.ts";
import type { MockState } from "../core/state.ts";
import { readFaultsFromText } from "../faults/read-faults.ts";
import { assertKnown, InvalidInputError, readInput } from "../input/invalid-input.ts";
import { readText } from "../input/read-text.ts";
import { parseId } from "../plants/check-plant.ts";
import { plantsFromJson } from "../plants/plants-from-json.ts";
import { OUTCOMES, type RecordedRequest } from "../requests/record.ts";
import { createReply, errorReply, jsonReply, LEFT, type Reply } from "../wire/reply.ts";
import type { AppRequest } from "./app-request.ts";
import { SNAPSHOT_PATH, takeSnapshot } from "./snapshot.ts";
import { CONTRACT_PATH } from "./static-files.ts";

/** Everybody may read it. */
export const HEALTH_PATH = "/__mock/health";

interface Route {
  /** The query parameters that it knows. */
  readonly parameters?: readonly string[];
  /** The body is "" unless the method is POST. */
  readonly run: (state: MockState, query: Query, body: string) => Reply;
}

type Query = Readonly<Record<string, string | undefined>>;

export const NO_CONTENT = createReply(204, null);

function done(change: () => void): Reply {
  change();
  return NO_CONTENT;
}

/** The control API. Only the page uses the snapshot. */
const ROUTES: Readonly<Record<string, Route>> = {
  "GET /__mock/plants": {
    parameters: ["id"],
    run: ({ plants }, { id }) =>
      jsonReply(200, id === undefined ? plants.all() : plants.findMany((q) => q.where({ id: parseId(id) }))),
  },
  "POST /__mock/plants": {
    run({ plants }, _, body) {
      const added = readInput("Invalid body", () => plantsFromJson(body, true));
      plants.add(...added);
      return jsonReply(201, added);
    },
  },
  "DELETE /__mock/plants": {
    parameters: ["id"],
    run({ plants }, { id }) {
      if (id === undefined) {
        return done(() => plants.clear());
      }
      return plants.remove(parseId(id)) ? NO_CONTENT : noMatch("id", id);
    },
  },
  "GET /__mock/requests": {
    parameters: ["number", "outcome", "limit"],
    run({ log }, { number, outcome, limit }) {
      if (number === undefined) {
        return jsonReply(200, selectRequests(log.list(), outcome, limit).map(withoutCredentials));
      }
      const recorded = log.get(parsePositive("number", number));
      return recorded ? jsonReply(200, withoutCredentials(recorded)) : noMatch("number", number);
    },
  },
  "DELETE /__mock/requests": { run: ({ log }) => done(() => log.clear()) },
  "GET /__mock/faults": { run: ({ faults }) => jsonReply(200, faults.list()) },
  "POST /__mock/faults": {
    run({ faults }, _, body) {
      faults.add(readInput("Invalid body", () => readFaultsFromText(body)));
      return jsonReply(201, faults.list());
    },
  },
  "DELETE /__mock/faults": {
    parameters: ["number"],
    run({ faults }, { number }) {
      if (number === undefined) {
        return done(() => faults.clear());
      }
      return faults.remove(parsePositive("number", number)) ? NO_CONTENT : noMatch("number", number);
    },
  },
  "POST /__mock/reset": { run: (state) => done(() => state.reset()) },
  [`GET ${SNAPSHOT_PATH}`]: { run: (state) => jsonReply(200, takeSnapshot(state)) },
};

const noMatch = (parameter: string, value: string): Reply => errorReply(404, `Not found: ${parameter} ${value}.`);

/** Replies from the control API. */
export async function replyToControl(request: AppRequest, state: MockState): Promise<Reply> {
  const method = request.method === "HEAD" ? "GET" : request.method;
  const route = ROUTES[`${method} ${request.path}`];
  if (!route) {
    return refuseRoute(request);
  }
  const query = Object.fromEntries(new URLSearchParams(request.query));
  assertKnown(query, route.parameters ?? [], "Invalid query", "parameter");
  const body = method === "POST" ? await request.readBody(request.caller) : new Uint8Array();
  if (body === undefined || request.caller.signal?.aborted) {
    return LEFT;
  }
  const text = readInput("Invalid body", () => readText(body));
  return route.run(state, query, text);
}

/** Replies to a request to a path or by a method that the control API doesn't have. */
function refuseRoute({ path }: AppRequest): Reply {
  const routes = Object.keys(ROUTES).map((route) => route.split(" ") as [method: string, path: string]);
  const allow = routes.filter((route) => route[1] === path).map(([method]) => method);
  if (allow.length > 0) {
    return methodNotAllowed(allow);
  }
  const paths = new Set(routes.map((route) => route[1]).filter((known) => known !== SNAPSHOT_PATH));
  return errorReply(404, `Not found. The control API has ${[...paths, CONTRACT_PATH, HEALTH_PATH].join(", ")}.`);
}

export const methodNotAllowed = (allowed: readonly string[]): Reply =>
  errorReply(405, `Method not allowed. Allowed: ${allowed.join(", ")}.`, { allow: allowed.join(", ") });

function selectRequests(
  requests: readonly RecordedRequest[],
  outcome: string | undefined,
  limit: string | undefined,
): readonly RecordedRequest[] {
  if (outcome !== undefined && !OUTCOMES.some((known) => known === outcome)) {
    throw new InvalidInputError(`Invalid query: outcome must be one of ${OUTCOMES.join(", ")}`);
  }
  const count = limit === undefined ? requests.length : parsePositive("limit", limit);
  return requests.filter((request) => outcome === undefined || request.outcome === outcome).slice(-count);
}

function parsePositive(parameter: string, text: string): number {
  if (!/^[1-9]\d*$/.test(text)) {
    throw new InvalidInputError(`Invalid query: ${parameter} must be a positive integer`);
  }
  return Number(text);
}

/** The headers that are redacted where a record leaves the process. */
const CREDENTIAL_HEADERS = ["authorization", "proxy-authorization", "cookie", "set-cookie"];

/** A record as it leaves the process. */
function withoutCredentials(recorded: RecordedRequest): RecordedRequest {
  const { headers, response } = recorded;
  return {
    ...recorded,
    headers: redactCredentials(headers),
    ...(response && { response: { ...response, headers: redactCredentials(response.headers) } }),
  };
}

const redactCredentials = (headers: RecordedRequest["headers"]): RecordedRequest["headers"] =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const redacted = /^bearer /i.test(value) ? REDACTED_AUTHORIZATION : REDACTED;
      return [name, CREDENTIAL_HEADERS.includes(name) ? redacted : value];
    }),
  );
