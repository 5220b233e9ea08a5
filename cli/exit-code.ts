/** It did what it was asked to. */
export const DONE = 0;

/** It could not: a port in use, a file that can't be read. For `verify`: a clause does not hold. */
export const FAILED = 1;

/** It was not told rightly what to do: an unknown flag, a value out of range, a seed that holds no plants. */
export const BAD_USAGE = 2;
