import type { StoredPlant } from "./plants/stored-plant.ts";

/** What has changed in a mock. An empty object when only requests or faults have. */
export interface MockChange {
  /** The plants that were created, in order. They are the last ones in `plants.all()`. */
  readonly added?: readonly StoredPlant[];
  /** The plants that were deleted: all that had their id. */
  readonly removed?: readonly StoredPlant[];
  /** The plants were cleared or restored as a whole. `plants.all()` has the new ones. */
  readonly replaced?: true;
}

type Listener = (change: MockChange) => void;

interface Subscription {
  readonly listener: Listener;
}

/** Collects changes and notifies the listeners. */
export class Changes {
  readonly #subscriptions = new Set<Subscription>();
  readonly #queue: { readonly change: MockChange; readonly author: Subscription | undefined }[] = [];
  #collected: MockChange | undefined;
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

  /** Adds to the change that the next `publish` announces. */
  collect(change: MockChange = {}): void {
    this.#collected = { ...this.#collected, ...change };
  }

  /** Notifies the listeners of everything that was collected, as one change. */
  publish(): void {
    const change = this.#collected;
    if (this.#isBatching || !change) {
      return;
    }
    this.#collected = undefined;
    if (this.#subscriptions.size === 0) {
      return;
    }
    this.#queue.push({ change: Object.freeze(change), author: this.#running });
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

  /** Collects a change and publishes it. */
  emit(): void {
    this.collect();
    this.publish();
  }

  /** Publishes everything that `act` changes as one change. */
  batch(act: () => void): void {
    this.#isBatching = true;
    act();
    this.#isBatching = false;
    this.publish();
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
