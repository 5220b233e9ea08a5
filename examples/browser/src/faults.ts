import type { Fault } from "plant-store-sdk/mocks";

export interface FaultChoice {
  readonly label: string;
  readonly hint: string;
  readonly fault?: Fault;
}

export const FAULT_CHOICES: readonly FaultChoice[] = [
  { label: "The usual response", hint: "A Plant, or an Error if the id is in use." },
  {
    label: "An Error, 400",
    hint: "The service refuses the plant and says why.",
    fault: { error: 17, message: "There is no room for another plant." },
  },
  {
    label: "An Error, 503",
    hint: "The service can't accept plants at the moment.",
    fault: { error: 18, message: "The greenhouse is closed for the night.", status: 503 },
  },
  { label: "Dropped connection", hint: "The connection drops without a response.", fault: "connection" },
  { label: "No response", hint: "The page gives up after 10 seconds. You can cancel before that.", fault: "timeout" },
  { label: "Broken JSON", hint: "A 200 response with a truncated body.", fault: "malformed" },
  { label: "A page of HTML, 502", hint: "What a proxy responds with when the service is down.", fault: "html" },
  {
    label: "The usual response, 3 seconds late",
    hint: "Shows how the page waits.",
    fault: { delayMs: 3_000 },
  },
  {
    label: "A redirect",
    hint: "The client never follows redirects.",
    fault: () => new Response(null, { status: 307, headers: { location: "/elsewhere" } }),
  },
];
