interface Subscription {
  readonly listener: () => void;
  isRunning: boolean;
}

/** The listeners of `subscribe`. */
export class Listeners {
  readonly #subscriptions = new Set<Subscription>();

  /** Adds a listener. Returns a function that removes it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    if (typeof listener !== "function") {
      throw new TypeError("subscribe: the listener must be a function");
    }
    const subscription = { listener, isRunning: false };
    this.#subscriptions.add(subscription);
    return () => this.#subscriptions.delete(subscription);
  };

  /** Calls the listeners, except one that is running: what it changes itself would make it call itself forever. */
  readonly notify = (): void => {
    if (this.#subscriptions.size === 0) {
      return;
    }
    // A copy, since a listener may subscribe others.
    for (const subscription of [...this.#subscriptions]) {
      if (this.#subscriptions.has(subscription) && !subscription.isRunning) {
        call(subscription);
      }
    }
  };
}

/** An error is uncaught, as in a listener of an event, and affects neither the other listeners nor the request. */
function call(subscription: Subscription): void {
  subscription.isRunning = true;
  try {
    subscription.listener();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  } finally {
    subscription.isRunning = false;
  }
}
