import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { parsePlantId } from "../../src/schemas.ts";
import { untilAborted } from "../abort.ts";
import { faultsFromJson } from "../faults.ts";
import { endSentence, InvalidInputError, refuseUnknown } from "../invalid-input.ts";
import { decodeText, plantsFromJson } from "../json.ts";
import { errorResponse, jsonResponse, type MockResponse, type ResponseParts } from "../messages.ts";
import { controlProblem } from "./control-access.ts";
import { findRequest } from "./events.ts";
import { SESSION_HEADER, type Session, type Sessions } from "./sessions.ts";
import type { WireRequest } from "./wire-request.ts";

type Handler = (request: WireRequest, session: Session, sessions: Sessions) => MockResponse | Promise<MockResponse>;
/** A handler with the query parameter that it has beside `session`. */
type Endpoint = Handler & { readonly parameter?: string };
type Routes = Readonly<Record<string, Readonly<Record<string, Endpoint>>>>;

const NO_CONTENT: ResponseParts = { status: 204, headers: {}, body: "" };
const PAGE_FILES = ["index.html", "style.css", "icon.svg", "main.js", "api.js", "details.js", "list.js", "dom.js"];
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  js: "text/javascript; charset=utf-8",
  yaml: "text/yaml; charset=utf-8",
};

const PAGE_ROUTES: Routes = {
  ...Object.fromEntries(
    PAGE_FILES.map((name) => [
      name === "index.html" ? "/" : `/__mock/page/${name}`,
      { GET: () => fileResponse(fileURLToPath(new URL(`./page/${name}`, import.meta.url))) },
    ]),
  ),
  "/__mock/openapi.yaml": {
    GET: () => fileResponse(createRequire(import.meta.url).resolve("plant-store-sdk/openapi.yaml")),
  },
};

const API_ROUTES: Routes = {
  "/__mock/events": {
    GET(request, { events }) {
      request.onHang();
      return events.open();
    },
  },
  "/__mock/plants": {
    GET: (_, { mock }) => jsonResponse(200, mock.plants.all()),
    async POST(request, { mock }) {
      const plants = await readBody(request, (text) => plantsFromJson(text, true));
      mock.plants.add(...plants);
      return jsonResponse(201, plants);
    },
    DELETE: allOrOne(
      "id",
      acting(({ mock }) => mock.plants.clear()),
      ({ state }, id) => state.store.remove(readId(id)) && NO_CONTENT,
    ),
  },
  "/__mock/requests": {
    GET: allOrOne(
      "number",
      (_, { mock }) => jsonResponse(200, mock.requests),
      ({ state }, number) => {
        const details = findRequest(state, Number(number));
        return details && jsonResponse(200, details);
      },
    ),
    DELETE: acting(({ mock }) => mock.clearRequests()),
  },
  "/__mock/faults": {
    GET: (_, { state }) => jsonResponse(200, state.faults.list()),
    async POST(request, { state }) {
      state.faults.add(await readBody(request, faultsFromJson));
      return jsonResponse(201, state.faults.list());
    },
    DELETE: allOrOne(
      "number",
      acting(({ mock }) => mock.clearFaults()),
      ({ state }, number) => state.faults.remove(Number(number)) && NO_CONTENT,
    ),
  },
  "/__mock/reset": { POST: acting(({ mock }) => mock.reset()) },
  "/__mock/sessions": { GET: (_request, _session, sessions) => jsonResponse(200, sessions.names) },
};

const ROUTES: Routes = { ...PAGE_ROUTES, ...API_ROUTES };

export function isControlRequest({ method, path }: WireRequest): boolean {
  return path === "/__mock" || path.startsWith("/__mock/") || (path === "/" && (method === "GET" || method === "HEAD"));
}

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
    return errorResponse(404, `Not found. The control API has ${Object.keys(API_ROUTES).join(", ")}.`);
  }
  const handle = methods[request.method === "HEAD" ? "GET" : request.method];
  if (handle === undefined) {
    const allow = Object.keys(methods).join(", ");
    return errorResponse(405, `Method not allowed. Allowed: ${allow}.`, { allow });
  }
  try {
    if (Object.hasOwn(API_ROUTES, request.path)) {
      const known = handle.parameter === undefined ? ["session"] : [handle.parameter, "session"];
      refuseUnknown(Object.fromEntries(request.query), known, "Invalid query", "parameter");
    }
    const session = sessions.get(request.headers.get(SESSION_HEADER) ?? request.query.get("session"));
    return await handle(request, session, sessions);
  } catch (error) {
    if (error instanceof InvalidInputError) {
      return errorResponse(400, endSentence(error.message));
    }
    throw error;
  }
}

function acting(act: (session: Session) => void): Handler {
  return (_, session) => {
    act(session);
    return NO_CONTENT;
  };
}

/** Without the query parameter, `all` responds. With it, `one` does, unless the mock has nothing with that value. */
function allOrOne(
  parameter: string,
  all: Handler,
  one: (session: Session, value: string) => MockResponse | false | undefined,
): Endpoint {
  const handle: Handler = (request, session, sessions) => {
    const value = request.query.get(parameter);
    if (value === null) {
      return all(request, session, sessions);
    }
    const notFound = `Not found. The mock has nothing with the ${parameter} ${value}.`;
    return one(session, value) || errorResponse(404, notFound);
  };
  return Object.assign(handle, { parameter });
}

function readId(text: string): bigint {
  try {
    return parsePlantId(text);
  } catch (error) {
    throw new InvalidInputError((error as Error).message);
  }
}

async function readBody<T>(request: WireRequest, read: (text: string) => T): Promise<T> {
  const bytes = await untilAborted(request.readBody(), [request.signal]);
  try {
    return read(decodeText(bytes));
  } catch (error) {
    throw new InvalidInputError(`Invalid body: ${(error as Error).message}`);
  }
}

function fileResponse(path: string): ResponseParts {
  return {
    status: 200,
    headers: {
      "content-type": String(CONTENT_TYPES[extname(path).slice(1)]),
      "cache-control": "no-store",
      "content-security-policy":
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
    },
    body: readFileSync(path, "utf8"),
  };
}
