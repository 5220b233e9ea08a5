/** The command did what it was asked to do. For `verify`: the service conforms. */
export const DONE = 0;

/** It failed, such as on a port in use. For `verify`: the service violates a clause. */
export const FAILED = 1;

/** Invalid usage: an unknown option, a value out of range, an invalid seed. */
export const BAD_USAGE = 2;

/** `verify` could not check the service, or could not write what it found. */
export const COULD_NOT_RUN = 2;
