import { Changes } from "../changes.ts";
import { InvalidInputError } from "../invalid-input.ts";
import { createMockState } from "../mock.ts";
import type { PlantStoreMockOptions } from "../options.ts";
import type { StoredPlant } from "../plants/stored-plant.ts";
import { RecordHistory } from "../requests/log.ts";
import type { MockState, PlantStoreMock } from "../state.ts";

export const SESSION_HEADER = "x-mock-session";

const MAX_SESSIONS = 256;

/** The mocks of an app: one for requests without a session, and one for each session. */
export class Sessions {
  readonly default: MockState;
  readonly #options: PlantStoreMockOptions;
  readonly #history = new RecordHistory();
  readonly #byName = new Map<string, MockState>();
  readonly #changes = new Changes();
  /** Calls the listener after a session was created or deleted. */
  readonly subscribe = this.#changes.subscribe;

  constructor(options: PlantStoreMockOptions) {
    this.default = this.#create(options);
    this.#options = { ...options, plants: undefined, storage: undefined };
  }

  get names(): readonly string[] {
    return [...this.#byName.keys()];
  }

  /** Returns the session, and creates it if necessary. Without a name, returns the default session. */
  open(name: string | null): MockState {
    const known = this.#find(name);
    if (known) {
      return known;
    }
    if (this.#byName.size === MAX_SESSIONS) {
      throw new InvalidInputError(
        `The mock already has ${MAX_SESSIONS} sessions. Reuse their names, or send DELETE /__mock/sessions`,
      );
    }
    const session = this.#create(this.#options, this.default.seed);
    this.#byName.set(String(name), session);
    this.#changes.emit();
    return session;
  }

  /** Returns a session's mock, for the public API. */
  readonly getMock = (name: string): PlantStoreMock => {
    checkName(name);
    return this.open(name);
  };

  /** Returns the session. If there is none, returns a temporary one, since reading must not create a session. */
  peek(name: string | null): MockState {
    return this.#find(name) ?? this.#create(this.#options, this.default.seed);
  }

  /** Deletes a session. Its pending requests lose their connection. */
  delete(name: string): boolean {
    const session = this.#byName.get(name);
    this.#byName.delete(name);
    session?.reset();
    this.#changes.emit();
    return session !== undefined;
  }

  /** Ends the requests of all sessions that would wait forever. */
  close(): void {
    for (const session of [this.default, ...this.#byName.values()]) {
      session.close();
    }
  }

  #find(name: string | null): MockState | undefined {
    if (name === null || name === "") {
      return this.default;
    }
    checkName(name);
    return this.#byName.get(name);
  }

  #create(options: PlantStoreMockOptions, seed?: readonly StoredPlant[]): MockState {
    return createMockState(options, this.#history, seed);
  }
}

function checkName(name: string): void {
  if (typeof name !== "string" || !/^[!-~](?:[ -~]{0,98}[!-~])?$/.test(name)) {
    throw new InvalidInputError(
      "Invalid session name: it must be 1 to 100 printable ASCII characters, without a space at either end",
    );
  }
}
