import type { Answer } from "../answer.ts";

/** The page on which a person sees what a mock holds, and what it was asked. */
export function pageAnswer(): Answer {
  return { status: 200, headers: { "content-type": "text/html; charset=utf-8" }, body: "" };
}
