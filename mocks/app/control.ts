import { parsePlantId } from "../../src/forms.ts";
import { toJson } from "../../src/shared/json.ts";
import { readFaultsFromText } from "../faults/read-faults.ts";
import { assertKnown, InvalidInputError } from "../invalid-input.ts";
import { readText } from "../parse-json.ts";
import { plantsFromJson } from "../plants/plants-from-json.ts";
import { OUTCOMES, type RecordedRequest } from "../recorded-request.ts";
import { createReply, errorReply, jsonReply, type ReplyHeaders, type SentReply } from "../replies.ts";
import type { MockRequest } from "../requests/mock-request.ts";
import type { MockState } from "../state.ts";
import { type AccessRules, refuseControl } from "./access.ts";
import type { AppRequest } from "./app-request.ts";
import type { EventStreams } from "./events.ts";
import { CONTRACT_PATH, getPageFile, toRefusalPage } from "./page.ts";
import { SESSION_HEADER, type Sessions } from "./sessions.ts";
import { findRequest } from "./snapshot.ts";

interface ControlCall {
  readonly request: AppRequest;
  readonly query: URLSearchParams;
  readonly session: MockState;
  readonly sessionName: string;
  readonly sessions: Sessions;
  readonly events: EventStreams;
}

interface Endpoint {
  /** Its query parameters, except `session`. */
  readonly parameters?: readonly string[];
  readonly respond: (call: ControlCall) => SentReply | Promise<SentReply>;
}

type Routes = Readonly<Record<string, Readonly<Record<string, Endpoint>>>>;

const NO_CONTENT = createReply(204, null);
const MAX_LIMIT = 1_000;

const ROUTES: Routes = {
  "/__mock/events": {
    GET: { respond: ({ request, events, sessionName }) => events.open(sessionName, request.signal) },
  },
  "/__mock/plants": {
    GET: {
      parameters: ["id"],
      respond({ query, session: { plants } }) {
        const text = query.get("id");
        if (text === null) {
          return jsonReply(200, plants.all());
        }
        const id = readId(text);
        const matching = plants.all().filter((plant) => plant.id === id);
        return jsonReply(200, matching);
      },
    },
    POST: {
      async respond({ request, session }) {
        const plants = await readJson(request, (text) => plantsFromJson(text, true));
        session.plants.add(...plants);
        return jsonReply(201, plants);
      },
    },
    DELETE: removal("id", {
      all: ({ session }) => session.plants.clear(),
      one: ({ session }, id) => session.plants.remove(readId(id)),
    }),
  },
  "/__mock/requests": {
    GET: {
      parameters: ["number", "outcome", "limit"],
      respond({ request, query, session }) {
        const number = query.get("number");
        if (number === null) {
          return streamArray(selectRequests(session.log.list(), query));
        }
        const details = findRequest(session, Number(number), request.basePath);
        return details ? jsonReply(200, details) : notFound("number", number);
      },
    },
    DELETE: action(({ session }) => session.log.clear()),
  },
  "/__mock/faults": {
    GET: { respond: ({ session }) => jsonReply(200, session.faults.list()) },
    POST: {
      async respond({ request, session }) {
        session.faults.add(await readJson(request, readFaultsFromText));
        return jsonReply(201, session.faults.list());
      },
    },
    DELETE: removal("number", {
      all: ({ session }) => session.faults.clear(),
      one: ({ session }, number) => session.faults.remove(Number(number)),
    }),
  },
  "/__mock/reset": { POST: action(({ session }) => session.reset()) },
  "/__mock/sessions": {
    GET: { respond: ({ sessions }) => jsonReply(200, sessions.names) },
    DELETE: removal("name", {
      all({ sessions }) {
        for (const name of sessions.names) {
          sessions.delete(name);
        }
      },
      one: ({ sessions }, name) => sessions.delete(name),
    }),
  },
};

export const isControlRequest = ({ path, method }: AppRequest): boolean =>
  path === "/__mock" || path.startsWith("/__mock/") || (path === "/" && (method === "GET" || method === "HEAD"));

/** Headers that prevent other pages from reading a response, even if they embed it as a script or an image. */
export const SECURITY_HEADERS: ReplyHeaders = {
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
};

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

  async reply(request: AppRequest): Promise<SentReply> {
    if (this.#rules === undefined) {
      return errorReply(404, "Not found. The page and the control API are turned off.");
    }
    const { path } = request;
    const file = getPageFile(path, request.basePath);
    const method = request.method === "HEAD" ? "GET" : request.method;
    const sender = { ...request.getPeer(), method, headers: request.headers, isPageFile: file !== undefined };
    const refusal = refuseControl(sender, this.#rules);
    if (refusal) {
      const isShown = file !== undefined && method === "GET" && /text\/html/i.test(request.headers.accept ?? "");
      return isShown ? toRefusalPage(refusal) : errorReply(refusal.status, refusal.message, refusal.headers);
    }
    const endpoints = ROUTES[path];
    const methods = file ? ["GET"] : Object.keys(endpoints ?? {});
    if (methods.length === 0) {
      return errorReply(404, `Not found. The control API has ${Object.keys(ROUTES).join(", ")}.`);
    }
    if (!methods.includes(method)) {
      const allow = methods.join(", ");
      return errorReply(405, `Method not allowed. Allowed: ${allow}.`, { allow });
    }
    if (file && path !== CONTRACT_PATH) {
      // With any query, since links to the page may have more parameters.
      return file;
    }
    return this.#call(file ? { respond: () => file } : (endpoints?.[method] as Endpoint), request, method);
  }

  #call({ parameters = [], respond }: Endpoint, request: AppRequest, method: string): SentReply | Promise<SentReply> {
    const query = new URLSearchParams(request.query);
    assertKnown(Object.fromEntries(query), [...parameters, "session"], "Invalid query", "parameter");
    const sessionName = request.headers[SESSION_HEADER] ?? query.get("session") ?? "";
    const { state } = method === "POST" ? this.#sessions.open(sessionName) : this.#sessions.peek(sessionName);
    return respond({ request, query, session: state, sessionName, sessions: this.#sessions, events: this.#events });
  }
}

/** An endpoint that responds without content. */
function action(act: (call: ControlCall) => void): Endpoint {
  return {
    respond(call) {
      act(call);
      return NO_CONTENT;
    },
  };
}

/** An endpoint that removes everything, or only what matches the query parameter. */
function removal(
  parameter: string,
  { all, one }: { all: (call: ControlCall) => void; one: (call: ControlCall, value: string) => boolean },
): Endpoint {
  return {
    parameters: [parameter],
    respond(call) {
      const value = call.query.get(parameter);
      if (value === null) {
        all(call);
        return NO_CONTENT;
      }
      return one(call, value) ? NO_CONTENT : notFound(parameter, value);
    },
  };
}

const notFound = (parameter: string, value: string): SentReply => errorReply(404, `Not found: ${parameter} ${value}.`);

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
function streamArray(values: readonly unknown[]): SentReply {
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
  return createReply(200, body, { "content-type": "application/json" });
}

function readId(text: string): bigint {
  try {
    return parsePlantId(text);
  } catch (error) {
    throw new InvalidInputError((error as Error).message);
  }
}

async function readJson<T>(request: MockRequest, read: (text: string) => T): Promise<T> {
  const body = await request.readBody();
  try {
    return read(readText(body));
  } catch (error) {
    throw new InvalidInputError(`Invalid body: ${(error as Error).message}`);
  }
}
