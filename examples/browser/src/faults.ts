import type { Fault } from "plant-store-sdk/mocks";

/** One way in which the mock can answer the next request. */
export interface FaultChoice {
  readonly label: string;
  /** What a person is to expect of it. */
  readonly hint: string;
  /** None where the right answer is to come. */
  readonly fault?: Fault;
}

export const FAULT_CHOICES: readonly FaultChoice[] = [
  { label: "The right answer", hint: "A plant, or an Error where its id is in use." },
  {
    label: "An Error, 400",
    hint: "The service refuses the plant, and says why.",
    fault: { error: 17, message: "There is no room for another plant." },
  },
  {
    label: "An Error, 503",
    hint: "The service can't take the plant now.",
    fault: { error: 18, message: "The greenhouse is closed for the night.", status: 503 },
  },
  { label: "A lost connection", hint: "The connection ends before an answer comes.", fault: "connection" },
  { label: "No answer, ever", hint: "The page gives up after 10 seconds; you may cancel before.", fault: "timeout" },
  { label: "Broken JSON", hint: "A 200 whose body ends in the middle.", fault: "malformed" },
  { label: "A page of HTML, 502", hint: "What a proxy says when the service is down.", fault: "html" },
  {
    label: "The right answer, 3 seconds late",
    hint: "Time to look at the page while it waits.",
    fault: { delayMs: 3_000 },
  },
  {
    label: "A redirect",
    hint: "Never followed: the token would travel along.",
    fault: () => new Response(null, { status: 307, headers: { location: "/elsewhere" } }),
  },
];
