import type { Service } from "../service.ts";
import type { Exchange } from "./exchange.ts";

const SHOWN_PLANTS = 100;
const SHOWN_REQUESTS = 50;
const INTERVAL_MS = 400;

/**
 * What the page shows, as server-sent events: one at once, and one after each change. Ids are strings, since the page's
 * own JSON parser would round them.
 */
export function liveEvents(exchange: Pick<Exchange, "onHang">, service: Service): Response {
  let timer: NodeJS.Timeout | undefined;
  exchange.onHang();
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      let last = "";
      const encoder = new TextEncoder();
      const look = () => {
        const startedMs = performance.now();
        const snapshot = JSON.stringify(snapshotOf(service));
        if (snapshot !== last) {
          last = snapshot;
          controller.enqueue(encoder.encode(`data: ${snapshot}\n\n`));
        }
        // Of a mock that holds millions, nobody needs to see the last one at once.
        const pauseMs = Math.max(INTERVAL_MS, 20 * (performance.now() - startedMs));
        timer = setTimeout(look, pauseMs);
      };
      look();
    },
    cancel() {
      clearTimeout(timer);
    },
  });
  return new Response(stream, { headers: { "content-type": "text/event-stream", "cache-control": "no-store" } });
}

function snapshotOf({ store, recorder, faults }: Service) {
  const requests = recorder.list();
  return {
    plants: [...store.latest(SHOWN_PLANTS)]
      .reverse()
      .map(({ id, name, tag }) => ({ id: String(id), name: cut(name), tag: tag === undefined ? undefined : cut(tag) })),
    plantCount: store.plants.size,
    requests: requests
      .slice(-SHOWN_REQUESTS)
      .reverse()
      .map(({ method, url, status, outcome, newPlant }) => ({
        method,
        path: cut(url.replace(/^https?:\/\/[^/]*/, "")),
        status,
        outcome,
        plant: newPlant && `${newPlant.id} ${cut(newPlant.name)}`,
      })),
    requestCount: requests.length,
    faults: faults.slice(0, SHOWN_REQUESTS).map(describe),
    faultCount: faults.length,
  };
}

function describe(fault: Service["faults"][number]): string {
  if (typeof fault === "function") {
    return "function";
  }
  if (typeof fault === "string") {
    return fault;
  }
  return "delayMs" in fault ? `${fault.delayMs} ms late` : `${fault.status ?? 400}: ${cut(fault.message)}`;
}

const cut = (text: string): string => (text.length > 200 ? `${text.slice(0, 199)}…` : text);
