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
  readonly #published: { readonly change: MockChange; readonly author: Subscription | undefined }[] = [];
  #noted: MockChange | undefined;
  #running: Subscription | undefined;
  #isHeld = false;

  readonly subscribe = (listener: Listener): (() => void) => {
    if (typeof listener !== "function") {
      throw new TypeError("subscribe: the listener must be a function");
    }
    const subscription = { listener };
    this.#subscriptions.add(subscription);
    return () => this.#subscriptions.delete(subscription);
  };

  /** Notes a change for the next `publish`. */
  note(change: MockChange = {}): void {
    this.#noted = { ...this.#noted, ...change };
  }

  /** Notifies the listeners of everything that was noted, as one change. */
  publish(): void {
    const change = this.#noted;
    if (this.#isHeld || !change) {
      return;
    }
    this.#noted = undefined;
    if (this.#subscriptions.size === 0) {
      return;
    }
    this.#published.push({ change: Object.freeze(change), author: this.#running });
    if (this.#running) {
      // Called by a listener. The loop that called it publishes this change next, so all listeners see the same order.
      return;
    }
    for (let next = this.#published.shift(); next; next = this.#published.shift()) {
      for (const subscription of [...this.#subscriptions]) {
        if (subscription !== next.author && this.#subscriptions.has(subscription)) {
          this.#call(subscription, next.change);
        }
      }
    }
  }

  notify(change: MockChange = {}): void {
    this.note(change);
    this.publish();
  }

  /** Publishes everything that `act` changes as one change. */
  together(act: () => void): void {
    this.#isHeld = true;
    act();
    this.#isHeld = false;
    this.publish();
  }

  #call(subscription: Subscription, change: MockChange): void {
    this.#running = subscription;
    try {
      subscription.listener(change);
    } catch (error) {
      // Uncaught, as in a listener of an event: it affects neither the other listeners nor the request.
      queueMicrotask(() => {
        throw error;
      });
    } finally {
      this.#running = undefined;
    }
  }
}
