import { safeParse } from "valibot";
import { type NewPlant, newPlantSchema } from "../../src/schemas.ts";
import { type Answer, errorAnswer, jsonAnswer } from "../answer.ts";
import { readJsonBody } from "../json-body.ts";
import type { PlantStoreMock } from "../mock.ts";
import type { Service } from "../service.ts";
import { untilAborted } from "../until-aborted.ts";
import { ControlError } from "./control-error.ts";
import { toExactJson } from "./exact-json.ts";
import type { Exchange } from "./exchange.ts";
import { liveEvents } from "./live.ts";
import { refuseControl } from "./local-only.ts";
import { pageAnswer } from "./page.ts";
import { readFaults } from "./read-faults.ts";

type Route = (exchange: Exchange) => Answer | Response | Promise<Answer>;

/** The routes through which tests and people in other processes control a mock. */
export interface Control {
  /** Whether a request is for one of them. */
  isFor(exchange: Exchange): boolean;
  answer(exchange: Exchange): Promise<Answer | Response>;
}

const NOTHING: Answer = { status: 204, headers: {}, body: "" };

/** Makes the control routes of a service. */
export function createControl(service: Service, mock: PlantStoreMock): Control {
  const plants = () => jsonAnswer(200, toExactJson(service.store.plants.all()));
  const faults = () => jsonAnswer(200, toExactJson(service.faults.map(showFault)));
  const routes: Readonly<Record<string, Readonly<Record<string, Route>>>> = {
    "/": { GET: pageAnswer },
    "/__mock/events": { GET: (exchange) => liveEvents(exchange, service) },
    "/__mock/plants": {
      GET: plants,
      POST: async (exchange) => {
        const added = readPlants(await readJson(exchange));
        addPlants(service, added);
        return jsonAnswer(201, toExactJson(added));
      },
      DELETE: () => {
        service.store.plants.clear();
        return NOTHING;
      },
    },
    "/__mock/requests": { GET: () => jsonAnswer(200, toExactJson(mock.requests)) },
    "/__mock/faults": {
      GET: faults,
      POST: async (exchange) => {
        for (const fault of readFaults(await readJson(exchange))) {
          service.faults.push(fault);
        }
        return jsonAnswer(201, toExactJson(service.faults.map(showFault)));
      },
    },
    "/__mock/reset": {
      POST: () => {
        mock.reset();
        return NOTHING;
      },
    },
  };
  const controlPaths = Object.keys(routes).filter((path) => path !== "/" && path !== "/__mock/events");

  return {
    isFor: ({ method, target }) => {
      const path = pathOf(target);
      return path.startsWith("/__mock/") || (path === "/" && (method === "GET" || method === "HEAD"));
    },
    async answer(exchange) {
      try {
        const refused = refuseControl(exchange.incoming);
        if (refused !== undefined) {
          throw new ControlError(refused, 403);
        }
        const methods = routes[pathOf(exchange.target)];
        if (methods === undefined) {
          throw new ControlError(`Nothing is here. The mock is controlled at ${controlPaths.join(", ")}.`, 404);
        }
        const route = methods[exchange.method === "HEAD" ? "GET" : exchange.method];
        if (route === undefined) {
          const allow = Object.keys(methods).join(", ");
          const { status, headers, body } = errorAnswer(405, { error: 405, message: `Here one may ${allow}.` });
          return { status, headers: { ...headers, allow }, body };
        }
        return await route(exchange);
      } catch (error) {
        if (error instanceof ControlError) {
          const { status, message } = error;
          return errorAnswer(status, { error: status, message });
        }
        throw error;
      }
    },
  };
}

function pathOf(target: string): string {
  const end = target.indexOf("?");
  return end === -1 ? target : target.slice(0, end);
}

async function readJson(exchange: Exchange): Promise<unknown> {
  const { json, fault } = readJsonBody(await untilAborted(exchange.arrayBuffer(), exchange.signal));
  if (fault !== undefined) {
    throw new ControlError(fault);
  }
  return json;
}

function readPlants(json: unknown): NewPlant[] {
  return (Array.isArray(json) ? json : [json]).map((item, index) => {
    const { success, output, issues } = safeParse(newPlantSchema, item);
    if (!success) {
      const name = Array.isArray(json) ? `plants[${index}]` : "plant";
      throw new ControlError(`${name}: ${issues.map(({ message }) => message).join("; ")}.`);
    }
    return output;
  });
}

function addPlants({ store }: Service, plants: readonly NewPlant[]): void {
  try {
    for (const plant of plants) {
      store.plants.add(plant);
    }
  } catch (error) {
    // They are valid: what is left is an id in use, where that is refused.
    throw new ControlError((error as Error).message);
  }
}

const showFault = (fault: unknown): unknown => (typeof fault === "function" ? "function" : fault);
