export { describeFailure } from "../../examples/react/src/describe-failure.ts";
