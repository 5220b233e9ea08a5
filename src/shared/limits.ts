export const MAX_BODY_BYTES = 2 ** 20;

/** The longest delay of a timer, 24.8 days. A longer one fires at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;
