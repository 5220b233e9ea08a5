// Only in a clone: users copy the file itself, and the package leaves this one out.
export { describeFailure } from "../react/src/describe-failure.ts";
