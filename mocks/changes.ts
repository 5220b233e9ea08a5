import type { StoredPlant } from "./stored-plant.ts";

/** What has changed in a mock. An empty object when only requests or faults have. */
export interface MockChange {
  /** The plants that were created, in order. */
  readonly added?: readonly StoredPlant[];
  /** The plants that were deleted: all that had their id. */
  readonly removed?: readonly StoredPlant[];
  /** The plants that replaced all others: none after a `clear`, the initial ones after a `reset`. */
  readonly replaced?: readonly StoredPlant[];
}

type Listener = (change: MockChange) => void;

interface Subscription {
  readonly listener: Listener;
}

/** Collects changes and notifies the listeners. */
export class Changes {
  readonly #subscriptions = new Set<Subscription>();
  readonly #queue: { readonly change: MockChange; readonly author: Subscription | undefined }[] = [];
  /** The changes of plants since the last `notify`, in order. Absent when nothing has changed. */
  #plantChanges: MockChange[] | undefined;
  /** The subscription whose listener is running. */
  #running: Subscription | undefined;
  #isBatching = false;

  readonly subscribe = (listener: Listener): (() => void) => {
    if (typeof listener !== "function") {
      throw new TypeError("subscribe: the listener must be a function");
    }
    const subscription = { listener };
    this.#subscriptions.add(subscription);
    return () => this.#subscriptions.delete(subscription);
  };

  /** Adds a change of the plants, or of anything else, to what the next `notify` announces. */
  add(plantChange?: MockChange): void {
    this.#plantChanges ??= [];
    if (plantChange) {
      this.#plantChanges.push(plantChange);
    }
  }

  /** Notifies the listeners of each change of the plants that was added, or once if only something else changed. */
  notify(): void {
    const plantChanges = this.#plantChanges;
    if (this.#isBatching || !plantChanges) {
      return;
    }
    this.#plantChanges = undefined;
    const changes = plantChanges.length > 0 ? plantChanges : [{}];
    this.#queue.push(...changes.map((change) => ({ change: Object.freeze(change), author: this.#running })));
    if (this.#running) {
      // A listener made this change, in the loop below. The loop announces it next, so all listeners see the same order.
      return;
    }
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      for (const subscription of [...this.#subscriptions]) {
        if (subscription !== next.author && this.#subscriptions.has(subscription)) {
          this.#call(subscription, next.change);
        }
      }
    }
  }

  /** Notifies the listeners of everything that `act` changes when it has ended, even if it throws. */
  batch(act: () => void): void {
    this.#isBatching = true;
    try {
      act();
    } finally {
      this.#isBatching = false;
      this.notify();
    }
  }

  #call(subscription: Subscription, change: MockChange): void {
    this.#running = subscription;
    try {
      subscription.listener(change);
    } catch (error) {
      // Thrown later, as if by a listener of an event: the error affects neither the other listeners nor the request.
      queueMicrotask(() => {
        throw error;
      });
    } finally {
      this.#running = undefined;
    }
  }
}
