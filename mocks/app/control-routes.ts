import { parsePlantId } from "../../src/forms.ts";
import { InvalidInputError } from "../core/failures.ts";
import { readText } from "../core/parse-json.ts";
import { createReply, errorReply, jsonReply, LEFT, type SentReply } from "../core/reply.ts";
import type { MockState } from "../core/state.ts";
import { readFaultsFromText } from "../faults/read-faults.ts";
import { plantsFromJson } from "../plants/check-plant.ts";
import { Interruption } from "../requests/lifetime.ts";
import { OUTCOMES, type RecordedRequest } from "../requests/recorded-request.ts";
import { withoutCredentials } from "../requests/without-credentials.ts";
import type { AppRequest } from "./app-request.ts";
import { CONTRACT_FILE } from "./page.ts";
import type { Sessions } from "./sessions.ts";
import { SNAPSHOT_PATH, takeSnapshot } from "./snapshot.ts";

interface ControlCall {
  readonly request: AppRequest;
  readonly query: URLSearchParams;
  /** What the session holds. If it is unknown, that is for reading only. */
  readonly state: MockState;
  readonly sessionName: string;
  readonly sessions: Sessions;
}

/** One method of a path. */
interface Endpoint {
  /** Its query parameters, except `session`. */
  readonly parameters?: readonly string[];
  readonly reply: (call: ControlCall) => SentReply | Promise<SentReply>;
}

export const CONTRACT_PATH = "/__mock/openapi.yaml";

/** The endpoints of the control API, by path and method. Only the page uses the snapshot. */
export const ROUTES: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = {
  "/__mock/plants": {
    GET: {
      parameters: ["id"],
      reply({ query, state: { plants } }) {
        const text = query.get("id");
        if (text === null) {
          return jsonReply(200, plants.all());
        }
        const id = readId(text);
        return jsonReply(
          200,
          plants.findMany((q) => q.where({ id })),
        );
      },
    },
    POST: {
      async reply({ request, state }) {
        const plants = await readJson(request, (text) => plantsFromJson(text, true, request.redact));
        state.plants.add(...plants);
        return jsonReply(201, plants);
      },
    },
    DELETE: removal("id", {
      all: (call) => findState(call)?.plants.clear(),
      one: (call, id) => findState(call)?.plants.remove(readId(id)),
    }),
  },
  "/__mock/requests": {
    GET: {
      parameters: ["number", "outcome", "limit"],
      reply({ query, state: { log } }) {
        const number = query.get("number");
        if (number === null) {
          return jsonReply(200, selectRequests(log.list(), query).map(withoutCredentials));
        }
        const found = log.list().find((recorded) => recorded.number === Number(number));
        return found ? jsonReply(200, withoutCredentials(found)) : missingItem("number", number);
      },
    },
    DELETE: action((call) => findState(call)?.log.clear()),
  },
  "/__mock/faults": {
    GET: { reply: ({ state }) => jsonReply(200, state.faults.list()) },
    POST: {
      async reply({ request, state }) {
        state.faults.add(await readJson(request, (text) => readFaultsFromText(text, request.redact)));
        return jsonReply(201, state.faults.list());
      },
    },
    DELETE: removal("number", {
      all: (call) => findState(call)?.faults.clear(),
      one: (call, number) => findState(call)?.faults.remove(Number(number)),
    }),
  },
  "/__mock/reset": { POST: action(({ state }) => state.reset()) },
  "/__mock/sessions": {
    GET: { reply: ({ sessions }) => jsonReply(200, sessions.names) },
    DELETE: removal("name", {
      all: ({ sessions }) => sessions.clear(),
      one: ({ sessions }, name) => sessions.delete(name),
    }),
  },
  [SNAPSHOT_PATH]: {
    GET: {
      reply: ({ state }) => jsonReply(200, takeSnapshot(state), { "cache-control": "no-store" }),
    },
  },
  [CONTRACT_PATH]: { GET: { reply: () => CONTRACT_FILE } },
};

/** What a session holds, to remove something of it. An unknown one holds nothing. */
const findState = ({ sessions, sessionName }: ControlCall): MockState | undefined => sessions.find(sessionName)?.state;

const NO_CONTENT = createReply(204, null);

/** An endpoint that replies without content. */
function action(act: (call: ControlCall) => void): Endpoint {
  return {
    reply(call) {
      act(call);
      return NO_CONTENT;
    },
  };
}

/** An endpoint that removes everything, or only what matches the query parameter. */
function removal(
  parameter: string,
  { all, one }: { all: (call: ControlCall) => void; one: (call: ControlCall, value: string) => boolean | undefined },
): Endpoint {
  return {
    parameters: [parameter],
    reply(call) {
      const value = call.query.get(parameter);
      if (value === null) {
        all(call);
        return NO_CONTENT;
      }
      return one(call, value) ? NO_CONTENT : missingItem(parameter, value);
    },
  };
}

const missingItem = (parameter: string, value: string): SentReply =>
  errorReply(404, `Not found: ${parameter} ${value}.`);

function selectRequests(requests: readonly RecordedRequest[], query: URLSearchParams): readonly RecordedRequest[] {
  const outcome = query.get("outcome");
  if (outcome !== null && !OUTCOMES.some((known) => known === outcome)) {
    throw new InvalidInputError(`Invalid query: outcome must be one of ${OUTCOMES.join(", ")}`);
  }
  const limit = query.get("limit");
  if (limit !== null && !/^[1-9]\d*$/.test(limit)) {
    throw new InvalidInputError("Invalid query: limit must be a positive integer");
  }
  const matching = outcome === null ? requests : requests.filter((request) => request.outcome === outcome);
  return limit === null ? matching : matching.slice(-Number(limit));
}

function readId(text: string): bigint {
  try {
    return parsePlantId(text);
  } catch (error) {
    throw new InvalidInputError((error as Error).message);
  }
}

async function readJson<T>(request: AppRequest, read: (text: string) => T): Promise<T> {
  const body = await request.readBody();
  if (body === undefined) {
    throw new Interruption(LEFT);
  }
  try {
    return read(readText(body));
  } catch (error) {
    throw new InvalidInputError(`Invalid body: ${(error as Error).message}`);
  }
}
