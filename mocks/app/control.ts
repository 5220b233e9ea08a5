import { parsePlantId } from "../../src/forms.ts";
import { toJson } from "../../src/shared/json.ts";
import { Lifetime } from "../abort.ts";
import { faultsFromJson } from "../check-fault.ts";
import { assertKnown, InvalidInputError } from "../invalid-input.ts";
import { decodeText, plantsFromJson } from "../json.ts";
import { errorResponse, jsonResponse, type MockResponse, type ResponseParts } from "../messages.ts";
import { OUTCOMES, type RecordedRequest } from "../request-record.ts";
import { type AccessRules, refuseControl } from "./access.ts";
import type { EventStreams } from "./events.ts";
import { getPageFile } from "./page.ts";
import type { AppRequest } from "./request.ts";
import { SESSION_HEADER, type Session, type Sessions } from "./sessions.ts";
import { findRequest } from "./snapshot.ts";

interface ControlCall {
  readonly request: AppRequest;
  readonly query: URLSearchParams;
  readonly session: Session;
  readonly sessionName: string;
  readonly sessions: Sessions;
  readonly events: EventStreams;
}

interface Endpoint {
  /** Its query parameters, except `session`. */
  readonly parameters: readonly string[];
  readonly respond: (call: ControlCall) => MockResponse | Promise<MockResponse>;
}

type Routes = Readonly<Record<string, Readonly<Record<string, Endpoint>>>>;

const NO_CONTENT: ResponseParts = { status: 204, headers: {}, body: "" };
const MAX_LIMIT = 1_000;

const ROUTES: Routes = {
  "/__mock/events": {
    GET: endpoint(({ request, events, sessionName }) => {
      const response = events.open(sessionName);
      request.onEndless();
      return response;
    }),
  },
  "/__mock/plants": {
    GET: endpoint(({ query, session: { mock } }) => {
      const id = query.get("id");
      const plants = mock.plants.all();
      return jsonResponse(200, id === null ? plants : plants.filter((plant) => plant.id === readId(id)));
    }, "id"),
    POST: endpoint(async ({ request, session: { mock } }) => {
      const plants = await readJson(request, (text) => plantsFromJson(text, true));
      mock.plants.add(...plants);
      return jsonResponse(201, plants);
    }),
    DELETE: removal("id", {
      all: ({ session }) => session.mock.plants.clear(),
      one: ({ session }, id) => session.state.store.remove(readId(id)),
    }),
  },
  "/__mock/requests": {
    GET: endpoint(
      ({ query, session }) => {
        const number = query.get("number");
        if (number === null) {
          return streamArray(selectRequests(session.mock.requests, query));
        }
        const details = findRequest(session.state, Number(number));
        return details ? jsonResponse(200, details) : notFound("number", number);
      },
      "number",
      "outcome",
      "limit",
    ),
    DELETE: action(({ session }) => session.mock.clearRequests()),
  },
  "/__mock/faults": {
    GET: endpoint(({ session }) => jsonResponse(200, session.state.faults.list())),
    POST: endpoint(async ({ request, session: { state } }) => {
      state.faults.add(await readJson(request, faultsFromJson));
      return jsonResponse(201, state.faults.list());
    }),
    DELETE: removal("number", {
      all: ({ session }) => session.mock.clearFaults(),
      one: ({ session }, number) => session.state.faults.remove(Number(number)),
    }),
  },
  "/__mock/reset": { POST: action(({ session }) => session.mock.reset()) },
  "/__mock/sessions": {
    GET: endpoint(({ sessions }) => jsonResponse(200, sessions.names)),
    DELETE: removal("name", {
      all({ sessions }) {
        for (const name of sessions.names) {
          sessions.free(name);
        }
      },
      one: ({ sessions }, name) => sessions.free(name),
    }),
  },
};

export function isControlRequest({ method, path }: AppRequest): boolean {
  return path === "/__mock" || path.startsWith("/__mock/") || (path === "/" && (method === "GET" || method === "HEAD"));
}

/** The page and the control API. */
export class Control {
  readonly #sessions: Sessions;
  readonly #events: EventStreams;
  /** Absent when the control API is turned off. */
  readonly #rules: AccessRules | undefined;

  constructor(sessions: Sessions, events: EventStreams, rules: AccessRules | undefined) {
    this.#sessions = sessions;
    this.#events = events;
    this.#rules = rules;
  }

  respond(request: AppRequest): MockResponse | Promise<MockResponse> {
    if (this.#rules === undefined) {
      return errorResponse(404, "Not found. The page and the control API are turned off.");
    }
    const { path, headers, route } = request;
    const file = getPageFile(path, route.basePath);
    const method = request.method === "HEAD" ? "GET" : request.method;
    const refusal = refuseControl({ ...route, method, headers, isPageFile: file !== undefined }, this.#rules);
    if (refusal) {
      return refusal;
    }
    const endpoints = ROUTES[path];
    const methods = file ? ["GET"] : Object.keys(endpoints ?? {});
    if (methods.length === 0) {
      return errorResponse(404, `Not found. The control API has ${Object.keys(ROUTES).join(", ")}.`);
    }
    if (!methods.includes(method)) {
      const allow = methods.join(", ");
      return errorResponse(405, `Method not allowed. Allowed: ${allow}.`, { allow });
    }
    return file ?? this.#call(endpoints?.[method] as Endpoint, request, method);
  }

  #call({ parameters, respond }: Endpoint, request: AppRequest, method: string): MockResponse | Promise<MockResponse> {
    const { query } = request;
    assertKnown(Object.fromEntries(query), [...parameters, "session"], "Invalid query", "parameter");
    const sessionName = request.headers.get(SESSION_HEADER) ?? query.get("session") ?? "";
    const session = method === "POST" ? this.#sessions.open(sessionName) : this.#sessions.peek(sessionName);
    return respond({ request, query, session, sessionName, sessions: this.#sessions, events: this.#events });
  }
}

function endpoint(respond: Endpoint["respond"], ...parameters: readonly string[]): Endpoint {
  return { parameters, respond };
}

function action(act: (call: ControlCall) => void): Endpoint {
  return endpoint((call) => {
    act(call);
    return NO_CONTENT;
  });
}

/** Removes everything, or only what matches the query parameter. */
function removal(
  parameter: string,
  { all, one }: { all: (call: ControlCall) => void; one: (call: ControlCall, value: string) => boolean },
): Endpoint {
  return endpoint((call) => {
    const value = call.query.get(parameter);
    if (value === null) {
      all(call);
      return NO_CONTENT;
    }
    return one(call, value) ? NO_CONTENT : notFound(parameter, value);
  }, parameter);
}

const notFound = (parameter: string, value: string): ResponseParts =>
  errorResponse(404, `Not found. The mock has nothing with the ${parameter} ${value}.`);

function selectRequests(requests: readonly RecordedRequest[], query: URLSearchParams): readonly RecordedRequest[] {
  const outcome = query.get("outcome");
  if (outcome !== null && !OUTCOMES.some((known) => known === outcome)) {
    throw new InvalidInputError(`Invalid query: outcome must be one of ${OUTCOMES.join(", ")}`);
  }
  const limit = query.get("limit");
  if (limit !== null && !(/^\d{1,4}$/.test(limit) && Number(limit) >= 1 && Number(limit) <= MAX_LIMIT)) {
    throw new InvalidInputError(`Invalid query: limit must be an integer from 1 to ${MAX_LIMIT}`);
  }
  const matching = outcome === null ? requests : requests.filter((request) => request.outcome === outcome);
  return matching.slice(-Number(limit ?? MAX_LIMIT));
}

/** Converts the values to JSON as the client reads them, so that slow clients need little memory. */
function streamArray(values: readonly unknown[]): Response {
  const encoder = new TextEncoder();
  const iterator = values.entries();
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const { value: entry, done } = iterator.next();
      const text = entry && `${entry[0] === 0 ? "[" : ","}${toJson(entry[1])}`;
      controller.enqueue(encoder.encode(text ?? (values.length === 0 ? "[]" : "]")));
      if (done) {
        controller.close();
      }
    },
  });
  return new Response(body, { headers: { "content-type": "application/json" } });
}

function readId(text: string): bigint {
  try {
    return parsePlantId(text);
  } catch (error) {
    throw new InvalidInputError((error as Error).message);
  }
}

async function readJson<T>(request: AppRequest, read: (text: string) => T): Promise<T> {
  const lifetime = new Lifetime([request.signal]);
  const bytes = await lifetime.wait(Promise.resolve(request.readBody())).finally(() => lifetime.end());
  try {
    return read(decodeText(bytes));
  } catch (error) {
    throw new InvalidInputError(`Invalid body: ${(error as Error).message}`);
  }
}
