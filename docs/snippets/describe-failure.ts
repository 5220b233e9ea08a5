// Here, because the code of the pages imports it from the same folder.
export { describeFailure } from "../../examples/react/src/describe-failure.ts";
