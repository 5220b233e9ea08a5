import { parsePlantId } from "../../src/schemas.ts";
import { untilAborted } from "../abort.ts";
import { parseFaults } from "../faults.ts";
import { InvalidInputError } from "../invalid-input.ts";
import { decodeBody, readNewPlants } from "../json.ts";
import { errorResponse, jsonResponse, type MockResponse, type ResponseParts } from "../messages.ts";
import { controlProblem } from "./control-access.ts";
import { findRequest, openEvents } from "./events.ts";
import { PAGE_ROUTES } from "./page.ts";
import { SESSION_HEADER, type Session, type Sessions } from "./sessions.ts";
import type { WireRequest } from "./wire-request.ts";

type Handler = (request: WireRequest, session: Session, sessions: Sessions) => MockResponse | Promise<MockResponse>;

const NO_CONTENT: ResponseParts = { status: 204, headers: {}, body: "" };

/** The page and the control API, by path and method. HEAD is handled like GET. */
const ROUTES: Readonly<Record<string, Readonly<Record<string, Handler>>>> = {
  ...PAGE_ROUTES,
  "/__mock/events": {
    GET(request, session, sessions) {
      request.onHang();
      return openEvents(session, sessions);
    },
  },
  "/__mock/plants": {
    GET: (_, { mock }) => jsonResponse(200, mock.plants.all()),
    async POST(request, { mock }) {
      const plants = await readBody(request, readNewPlants);
      mock.plants.add(...plants);
      return jsonResponse(201, plants);
    },
    DELETE(request, { state }) {
      const id = request.query("id");
      if (id === undefined) {
        state.store.plants.clear();
        return NO_CONTENT;
      }
      return state.store.remove(readId(id)) ? NO_CONTENT : errorResponse(404, `Not found. No plant has the id ${id}.`);
    },
  },
  "/__mock/requests": {
    GET(request, { mock, state }) {
      const number = request.query("number");
      if (number === undefined) {
        return jsonResponse(200, mock.requests);
      }
      const details = findRequest(state, Number(number));
      return details
        ? jsonResponse(200, details)
        : errorResponse(404, "Not found. The mock no longer has this request.");
    },
    DELETE(_, { mock }) {
      mock.clearRequests();
      return NO_CONTENT;
    },
  },
  "/__mock/faults": {
    GET: (_, { state }) => jsonResponse(200, state.faults.list()),
    async POST(request, { state }) {
      state.faults.add(await readBody(request, parseFaults));
      return jsonResponse(201, state.faults.list());
    },
    DELETE(request, { state }) {
      const number = request.query("number");
      if (number === undefined) {
        state.faults.clear();
        return NO_CONTENT;
      }
      return state.faults.remove(Number(number))
        ? NO_CONTENT
        : errorResponse(404, "Not found. The mock no longer has this fault.");
    },
  },
  "/__mock/reset": {
    POST(_, { mock }) {
      mock.reset();
      return NO_CONTENT;
    },
  },
  "/__mock/sessions": { GET: (_request, _session, sessions) => jsonResponse(200, sessions.names) },
};

const API_PATHS = Object.keys(ROUTES).filter((path) => !Object.hasOwn(PAGE_ROUTES, path));

/** Whether a request is for the page or the control API. */
export function isControlRequest({ method, path }: WireRequest): boolean {
  return path === "/__mock" || path.startsWith("/__mock/") || (path === "/" && (method === "GET" || method === "HEAD"));
}

/** Responds to a request for the page or the control API. Without `controlHosts`, they are turned off. */
export async function respondToControl(
  request: WireRequest,
  sessions: Sessions,
  controlHosts: ReadonlySet<string> | undefined,
): Promise<MockResponse> {
  if (controlHosts === undefined) {
    return errorResponse(404, "Not found. The page and the control API are turned off.");
  }
  const problem = controlProblem(request.incoming, controlHosts);
  if (problem !== undefined) {
    return errorResponse(403, problem);
  }
  const methods = Object.hasOwn(ROUTES, request.path) ? ROUTES[request.path] : undefined;
  if (methods === undefined) {
    return errorResponse(404, `Not found. The control API has ${API_PATHS.join(", ")}.`);
  }
  const handle = methods[request.method === "HEAD" ? "GET" : request.method];
  if (handle === undefined) {
    const allow = Object.keys(methods).join(", ");
    return errorResponse(405, `Method not allowed. Allowed: ${allow}.`, { allow });
  }
  try {
    return await handle(
      request,
      sessions.get(request.headers.get(SESSION_HEADER) ?? request.query("session")),
      sessions,
    );
  } catch (error) {
    if (error instanceof InvalidInputError) {
      return errorResponse(400, `${error.message}.`);
    }
    throw error;
  }
}

function readId(text: string): bigint {
  try {
    return parsePlantId(text);
  } catch (error) {
    throw new InvalidInputError((error as Error).message);
  }
}

async function readBody<T>(request: WireRequest, read: (text: string) => T): Promise<T> {
  const bytes = await untilAborted(request.readBody(), request.signal);
  try {
    return read(decodeBody(bytes));
  } catch (error) {
    throw new InvalidInputError(`Invalid body: ${(error as Error).message}`);
  }
}
