import { MOCKS } from "../peers.ts";
import { ratioOf, rowsOf } from "../statistics.ts";
import { checkPeer, merged } from "./checks.ts";
import { raceModules } from "./race-modules.ts";
import type { SectionOf } from "./section.ts";

const SHORT = ["stub", "mock-fetch", "msw-2-static", "msw-2-handlers"];
const CALLS: Readonly<Record<string, number>> = {
  stub: 2_000,
  "mock-fetch": 2_000,
  "msw-2-static": 1_000,
  "msw-2-handlers": 1_000,
};
const module = new URL("../mock-call.mjs", import.meta.url).href;

/** What the mock costs in a test's process, against what stands in for a service there otherwise. */
export const mockInProcess: SectionOf = {
  name: "mock-in-process",
  async measure(runtime, isShort) {
    const peers = MOCKS.filter(({ id }) => !isShort || SHORT.includes(id));
    const checks = Object.fromEntries(peers.map((peer) => [peer.id, checkPeer(peer, "mock-checks.mjs", runtime)]));
    const optionsOf = (id: string) => ({ mock: id });
    const workOf = (id: string) => ({ calls: CALLS[id] ?? 200 });
    const courses = await raceModules({ peers, checks, module, optionsOf, workOf, starts: 8 }, runtime, isShort);
    const against = (id: string, limit: string) => {
      const { ratio, bestRatio } = ratioOf(courses[id], courses[limit], "us");
      return ratio === undefined || bestRatio === undefined
        ? {}
        : { [id]: { staticRatio: ratio, staticBestRatio: bestRatio } };
    };
    return merged(
      checks,
      rowsOf(courses, "us", "stub"),
      against("msw-2-handlers", "msw-2-static"),
      against("msw-3-handlers", "msw-3-static"),
    );
  },
};
