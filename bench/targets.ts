import { CLIENTS } from "./peers.ts";
import { figureAt, type Results } from "./results.ts";

/** What the package is to reach, and what was measured of it. */
export interface Target {
  readonly title: string;
  /** "at most 1.25". */
  readonly limit: string;
  /** Absent where it was not measured. */
  readonly value?: number;
  readonly isMet: boolean;
}

const NODES = ["node20", "node24"];

/** Every target, on every Node that it is for. */
export function targetsOf(results: Results): readonly Target[] {
  const figure = (path: string) => figureAt(results, path);
  return [
    ...NODES.flatMap((node) => [
      atMost(
        `a call on a stub, by the hand-written one, ${node}`,
        1.25,
        figure(`client-stub.${node}.plant-store-sdk.ratio`),
      ),
      atMost(`a call on a stub, by the quickest other client, ${node}`, 1, byQuickestPeer(results, node)),
      atMost(
        `a call over loopback, by the hand-written one, ${node}`,
        1.1,
        figure(`client-loopback.${node}.plant-store-sdk.ratio`),
      ),
    ]),
    ...[
      { server: "plant-store", log: "with its log" },
      { server: "plant-store-silent", log: "without its log" },
    ].flatMap(({ server, log }) => [
      atLeast(`requests a second ${log}, by bare node:http, node20`, 0.4, figure(`mock-server.node20.${server}.ratio`)),
      atLeast(`requests a second ${log}, by bare node:http, node24`, 0.5, figure(`mock-server.node24.${server}.ratio`)),
      atLeast(
        `requests a second ${log}, by Prism's, node24`,
        10,
        quotient(figure(`mock-server.node24.${server}.perSecond`), figure("mock-server.node24.prism.perSecond")),
      ),
    ]),
    ...NODES.flatMap((node) => [
      atMost(
        `the server's start, by bare node:http's, ${node}`,
        1.5,
        figure(`mock-server.${node}.plant-store.readyRatio`),
      ),
      atMost(`mock.fetch, by a hand-written stub, ${node}`, 5, figure(`mock-in-process.${node}.mock-fetch.ratio`)),
      atMost(
        `the handlers on msw 2, by a static handler, ${node}`,
        1.15,
        figure(`mock-in-process.${node}.msw-2-handlers.staticRatio`),
      ),
    ]),
    atMost(
      "the handlers on msw 3, by a static handler, node24",
      1.15,
      figure("mock-in-process.node24.msw-3-handlers.staticRatio"),
    ),
    ...NODES.flatMap((node) => [
      atMost(
        `a create with a million plants, by one with a thousand, ${node}`,
        1.2,
        figure(`growth.${node}.1000000.createRatio`),
      ),
      atMost(
        `a lookup of any plant with a million, by one with a thousand, ${node}`,
        1.2,
        figure(`growth.${node}.1000000.lookupRatio`),
      ),
      atMost(
        `a lookup of one just created with a million, by one with a thousand, ${node}`,
        1.2,
        figure(`growth.${node}.1000000.latestLookupRatio`),
      ),
      atMost(`bytes a plant, with a million, ${node}`, 1_000, figure(`growth.${node}.1000000.bytesAPlant`)),
      atMost(
        `the import, by that of openapi-fetch and valibot, ${node}`,
        1.3,
        figure(`client-start.${node}.plant-store-sdk.ratio`),
      ),
    ]),
    atMost("bytes of the client, minified and compressed", 6_200, figure("client-size.node20.package.bytes")),
  ];
}

function atMost(title: string, limit: number, value: number | undefined): Target {
  return target(title, `at most ${limit.toLocaleString("en")}`, value, (measured) => measured <= limit);
}

function atLeast(title: string, limit: number, value: number | undefined): Target {
  return target(title, `at least ${limit.toLocaleString("en")}`, value, (measured) => measured >= limit);
}

function target(title: string, limit: string, value: number | undefined, holds: (measured: number) => boolean): Target {
  return { title, limit, ...(value !== undefined && { value }), isMet: value !== undefined && holds(value) };
}

/** How the package's call compares with the quickest of the other clients', by what each is to the hand-written one. */
function byQuickestPeer(results: Results, node: string): number | undefined {
  const ratio = (id: string) => figureAt(results, `client-stub.${node}.${id}.ratio`);
  const others = CLIENTS.filter((peer) => peer.package !== undefined).flatMap(({ id }) => ratio(id) ?? []);
  return others.length === 0 ? undefined : quotient(ratio("plant-store-sdk"), Math.min(...others));
}

function quotient(value: number | undefined, by: number | undefined): number | undefined {
  return value === undefined || by === undefined ? undefined : value / by;
}
