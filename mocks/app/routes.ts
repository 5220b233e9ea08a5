import { parsePlantId } from "../../src/forms.ts";
import { toJson } from "../../src/shared/json.ts";
import { readFaultsFromText } from "../faults/read-faults.ts";
import { InvalidInputError } from "../invalid-input.ts";
import { readText } from "../parse-json.ts";
import { plantsFromJson } from "../plants/plants-from-json.ts";
import { OUTCOMES, type RecordedRequest } from "../recorded-request.ts";
import { createReply, errorReply, jsonReply, LEFT, type SentReply } from "../replies.ts";
import { redactCredentials } from "../requests/credentials.ts";
import { Interruption } from "../requests/lifetime.ts";
import type { MockState } from "../state.ts";
import type { AppRequest } from "./app-request.ts";
import { streamSnapshots } from "./events.ts";
import { CONTRACT_FILE } from "./page.ts";
import { toDetails } from "./request-details.ts";
import type { Sessions } from "./sessions.ts";

interface ControlCall {
  readonly request: AppRequest;
  readonly query: URLSearchParams;
  readonly session: MockState;
  readonly sessionName: string;
  readonly sessions: Sessions;
}

/** One method of a path. */
interface Endpoint {
  /** Its query parameters, except `session`. */
  readonly parameters?: readonly string[];
  readonly respond: (call: ControlCall) => SentReply | Promise<SentReply>;
}

export const CONTRACT_PATH = "/__mock/openapi.yaml";

/** The endpoints of the control API, by path and method. */
export const ROUTES: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = {
  "/__mock/plants": {
    GET: {
      parameters: ["id"],
      respond({ query, session: { plants } }) {
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
      respond({ request, query, session: { log } }) {
        const number = query.get("number");
        if (number === null) {
          return streamArray(selectRequests(log.list(), query).map(redactCredentials));
        }
        const found = log.list().find((recorded) => recorded.number === Number(number));
        return found
          ? jsonReply(200, toDetails(redactCredentials(found), request.basePath))
          : missingItem("number", number);
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
      all: ({ sessions }) => sessions.clear(),
      one: ({ sessions }, name) => sessions.delete(name),
    }),
  },
  "/__mock/events": {
    GET: { respond: ({ sessions, sessionName }) => streamSnapshots(sessions, sessionName) },
  },
  [CONTRACT_PATH]: { GET: { respond: () => CONTRACT_FILE } },
};

const NO_CONTENT = createReply(204, null);

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

/** Writes the values as JSON while the client reads them. Together, they may have many megabytes. */
function streamArray(values: readonly unknown[]): SentReply {
  const encoder = new TextEncoder();
  let written = 0;
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => stream.enqueue(encoder.encode("[")),
    pull(stream) {
      if (written === values.length) {
        stream.enqueue(encoder.encode("]"));
        stream.close();
        return;
      }
      const separator = written === 0 ? "" : ",";
      stream.enqueue(encoder.encode(separator + toJson(values[written])));
      written += 1;
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
