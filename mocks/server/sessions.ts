import { Changes } from "../changes.ts";
import { InvalidInputError } from "../invalid-input.ts";
import { type PlantStoreMock, toPublicMock } from "../mock.ts";
import type { PlantStoreMockOptions } from "../options.ts";
import { RecordHistory } from "../requests.ts";
import { createMockState, type MockState } from "../state.ts";
import type { Seed } from "../store.ts";
import { EventStream } from "./events.ts";

export const SESSION_HEADER = "x-mock-session";

const MAX_SESSIONS = 256;

export interface Session {
  readonly state: MockState;
  readonly mock: PlantStoreMock;
  readonly events: EventStream;
}

export class Sessions {
  readonly default: Session;
  readonly #options: PlantStoreMockOptions;
  readonly #history = new RecordHistory();
  readonly #byName = new Map<string, Session>();
  readonly #changes = new Changes();
  readonly subscribe = this.#changes.subscribe;

  constructor(options: PlantStoreMockOptions) {
    this.#options = options;
    this.default = this.#create(options);
  }

  get names(): readonly string[] {
    return [...this.#byName.keys()];
  }

  get(name: string | null | undefined): Session {
    if (name === null || name === undefined || name === "") {
      return this.default;
    }
    const known = this.#byName.get(name);
    if (known) {
      return known;
    }
    if (typeof name !== "string" || !/^[!-~](?:[ -~]{0,98}[!-~])?$/.test(name)) {
      throw new InvalidInputError("Invalid session name: it must be 1 to 100 printable ASCII characters");
    }
    if (this.#byName.size === MAX_SESSIONS) {
      throw new InvalidInputError(
        `The mock already has ${MAX_SESSIONS} sessions. Reuse their names, or restart the mock`,
      );
    }
    const session = this.#create({ ...this.#options, plants: undefined, storage: undefined }, this.default.state.seed);
    this.#byName.set(name, session);
    this.#changes.tell();
    return session;
  }

  #create(options: PlantStoreMockOptions, seed?: Seed): Session {
    const state = createMockState(options, this.#history, seed);
    return { state, mock: toPublicMock(state), events: new EventStream(state, this) };
  }
}
