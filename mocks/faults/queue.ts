import { isFunction } from "../../shared/option-checks.ts";
import type { NewPlant } from "../../shared/records.ts";
import { toReason } from "../input/callback.ts";
import { InvalidInputError } from "../input/invalid-input.ts";
import type { PlantCondition, PlantTest } from "../plants/condition.ts";
import type { CheckedFault, Fault } from "./fault.ts";

export interface NewFault {
  /** Absent if the fault applies to the next request. */
  readonly when?: PlantCondition;
  /** The compiled condition. */
  readonly matches?: PlantTest;
  readonly fault: CheckedFault;
  times: number;
}

export interface QueuedFault extends NewFault {
  readonly number: number;
}

const MAX_FAULTS = 1_000;

/** The queued faults: first those for the next requests, then those with a condition. */
export class FaultQueue {
  #faults: QueuedFault[] = [];
  #count = 0;

  get queued(): readonly QueuedFault[] {
    return this.#faults;
  }

  add(faults: readonly NewFault[]): void {
    if (this.#faults.length + faults.length > MAX_FAULTS) {
      throw new InvalidInputError(`faults: at most ${MAX_FAULTS} can be queued. Clear them first`);
    }
    const numbered = faults.map((queued) => {
      this.#count += 1;
      return { ...queued, number: this.#count };
    });
    this.#faults = [...this.#faults, ...numbered].sort(
      (a, b) => Number(a.when !== undefined) - Number(b.when !== undefined),
    );
  }

  takeNext(): CheckedFault | undefined {
    return this.#take(({ matches }) => matches === undefined);
  }

  takeMatching(plant: Readonly<NewPlant>): CheckedFault | undefined {
    try {
      return this.#take(({ matches }) => matches?.(plant) === true);
    } catch (error) {
      throw new Error(`A condition of failWhen threw: ${toReason(error)}`);
    }
  }

  #take(isNext: (queued: NewFault) => boolean): CheckedFault | undefined {
    const queued = this.#faults.find(isNext);
    if (queued) {
      queued.times -= 1;
      this.#faults = this.#faults.filter(({ times }) => times > 0);
    }
    return queued?.fault;
  }

  remove(number: number): boolean {
    const others = this.#faults.filter((queued) => queued.number !== number);
    if (others.length === this.#faults.length) {
      return false;
    }
    this.#faults = others;
    return true;
  }

  clear(): void {
    this.#faults = [];
  }

  /** The faults in JSON form. They can be queued again, except those with functions. */
  list(): readonly object[] {
    return this.#faults.map((queued) => ({ number: queued.number, ...toPlainFault(queued) }));
  }
}

/** A queued fault in JSON form, without its number. */
export const toPlainFault = ({ fault, when, times }: NewFault): object => ({
  fault: toPlainValue(fault.original),
  ...(when && { when: toPlainValue(when) }),
  ...(when && times < Number.POSITIVE_INFINITY && { times }),
});

/** What isn't data, such as a condition with a function for one field, can't be queued again. */
const toPlainValue = (value: Fault | PlantCondition): unknown =>
  [value, ...Object.values(value)].some(isFunction) ? "function" : value;
