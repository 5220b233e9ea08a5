import { InvalidInputError } from "../core/failures.ts";
import { type PlantStoreMock, toMock } from "../core/mock.ts";
import type { PlantStoreMockOptions } from "../core/mock-options.ts";
import { MockState } from "../core/state.ts";
import type { IndexedPlants } from "../plants/store.ts";
import { RecordLimit } from "../requests/log.ts";

export const SESSION_HEADER = "x-mock-session";

const MAX_SESSIONS = 256;

/** The mocks of an app, a server or a middleware. */
export interface SessionMocks {
  /** The mock of requests without a session. */
  readonly mock: PlantStoreMock;
  /**
   * Returns the mock of the requests with the header `X-Mock-Session: name`. It has the same options and initial plants as
   * the others, but no `storage`, and shares nothing with them. There are at most 256 sessions.
   *
   * @throws `TypeError` when the name isn't 1 to 100 printable ASCII characters, or when there are too many sessions.
   */
  readonly session: (name: string) => PlantStoreMock;
}

/** A mock of an app: what it holds, and its public object. */
interface Session {
  readonly state: MockState;
  readonly mock: PlantStoreMock;
}

/** The mocks of an app: one for requests without a session, and one for each session. */
export class Sessions {
  readonly default: Session;
  /** What an unknown session shows: the initial plants. It never changes. */
  readonly #initial: MockState;
  readonly #options: PlantStoreMockOptions;
  readonly #limit = new RecordLimit();
  readonly #byName = new Map<string, Session>();

  constructor(options: PlantStoreMockOptions) {
    this.default = this.#create(options);
    this.#options = { ...options, plants: undefined, storage: undefined };
    this.#initial = this.#createState(this.#options, this.default.state.seed);
  }

  get names(): readonly string[] {
    return [...this.#byName.keys()];
  }

  /** Returns the session, and creates it if necessary. Without a name, returns the default session. */
  open(name: string | undefined): Session {
    const known = this.find(name);
    if (known) {
      return known;
    }
    if (this.#byName.size === MAX_SESSIONS) {
      throw new InvalidInputError(
        `The mock already has ${MAX_SESSIONS} sessions. Reuse their names, or send DELETE /__mock/sessions`,
      );
    }
    const session = this.#create(this.#options, this.default.state.seed);
    this.#byName.set(String(name), session);
    return session;
  }

  /** Returns a session's mock, for the public API. */
  readonly getMock = (name: string): PlantStoreMock => {
    checkName(name);
    return this.open(name).mock;
  };

  /** Returns the session, or `undefined` if it is unknown. Without a name, returns the default session. */
  find(name: string | undefined): Session | undefined {
    if (name === undefined || name === "") {
      return this.default;
    }
    checkName(name);
    return this.#byName.get(name);
  }

  /** Returns what a session holds, to read it. That doesn't create a session. */
  peek(name: string): MockState {
    return this.find(name)?.state ?? this.#initial;
  }

  /** Deletes a session. Its pending requests lose their connection. */
  delete(name: string): boolean {
    const session = this.#byName.get(name);
    this.#byName.delete(name);
    session?.state.reset();
    return session !== undefined;
  }

  clear(): void {
    for (const name of this.names) {
      this.delete(name);
    }
  }

  /** Ends requests that would wait forever. */
  close(): void {
    for (const { state } of [this.default, ...this.#byName.values()]) {
      state.openRequests.close();
    }
  }

  #create(options: PlantStoreMockOptions, seed?: IndexedPlants): Session {
    const state = this.#createState(options, seed);
    return { state, mock: toMock(state) };
  }

  #createState(options: PlantStoreMockOptions, seed?: IndexedPlants): MockState {
    return new MockState(options, this.#limit, seed);
  }
}

function checkName(name: string): void {
  if (typeof name !== "string" || !/^[!-~](?:[ -~]{0,98}[!-~])?$/.test(name)) {
    throw new InvalidInputError(
      "Invalid session name: it must be 1 to 100 printable ASCII characters, without a space at either end",
    );
  }
}
