import { thrownBy } from "./thrown-by.ts";

/** What this runtime says is wrong with a text that isn't JSON. */
export const jsonProblem = (text: string): string => (thrownBy(() => JSON.parse(text)) as SyntaxError).message;
