import type { NewPlant } from "../../src/schemas.ts";
import { isObject } from "../../src/shared/options.ts";
import type { Changes } from "../changes.ts";
import { InvalidInputError } from "../invalid-input.ts";
import type { PlantCondition, PlantTest } from "../plants/query.ts";
import { toStoredPlant } from "../plants/stored-plant.ts";
import type { Fault } from "./kinds.ts";

export interface QueuedFault {
  /** Absent if the fault applies to the next request. */
  readonly when?: PlantCondition;
  /** The compiled condition. */
  readonly matches?: PlantTest;
  readonly fault: Fault;
  times: number;
}

export interface NumberedFault extends QueuedFault {
  readonly number: number;
}

const MAX_FAULTS = 1_000;

/** The queued faults: first those for the next requests, then those with a condition. */
export class FaultQueue {
  readonly #changes: Changes;
  #faults: NumberedFault[] = [];
  #count = 0;

  constructor(changes: Changes) {
    this.#changes = changes;
  }

  get queued(): readonly NumberedFault[] {
    return this.#faults;
  }

  add(faults: readonly QueuedFault[]): void {
    if (this.#faults.length + faults.length > MAX_FAULTS) {
      throw new InvalidInputError(`faults: at most ${MAX_FAULTS} can be queued. Clear them first`);
    }
    const numbered = faults.map((queued) => {
      this.#count += 1;
      return { ...queued, number: this.#count };
    });
    this.#faults = [...this.#faults, ...numbered].sort((a, b) => Number("when" in a) - Number("when" in b));
    this.#changes.emit();
  }

  takeNext(): Fault | undefined {
    return this.#take(({ matches }) => matches === undefined);
  }

  takeMatching(newPlant: NewPlant): Fault | undefined {
    return this.#take(({ matches }) => matches?.(toStoredPlant(newPlant)) === true);
  }

  #take(isNext: (queued: QueuedFault) => boolean): Fault | undefined {
    const queued = this.#faults.find(isNext);
    if (queued) {
      queued.times -= 1;
      this.#faults = this.#faults.filter(({ times }) => times > 0);
      this.#changes.collect();
    }
    return queued?.fault;
  }

  remove(number: number): boolean {
    const count = this.#faults.length;
    this.#faults = this.#faults.filter((queued) => queued.number !== number);
    this.#changes.emit();
    return this.#faults.length < count;
  }

  clear(): void {
    this.#faults = [];
    this.#changes.emit();
  }

  /** The faults in JSON form. */
  list(): readonly unknown[] {
    return this.#faults.map(({ when, fault, times }) =>
      toPlainValue(when ? { when, fault, ...(times < Number.POSITIVE_INFINITY && { times }) } : fault),
    );
  }
}

function toPlainValue(value: unknown): unknown {
  if (typeof value === "function") {
    return "function";
  }
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toPlainValue(member)]))
    : value;
}
