/**
 * What a mock makes of an id that no number holds, and of a NewPlant without a name. Prints JSON.
 *
 *   node mock-checks.mjs <mock>
 */
import { BASE_URL, BODY, init } from "./mocks/request.mjs";

// Some wait for what keeps no process alive.
setTimeout(() => process.exit(1), 10_000);
const { createMock } = await import(`./mocks/${process.argv[2]}.mjs`);
const { fetch, lastId } = createMock();

await (await fetch(`${BASE_URL}/plants`, init(BODY))).text();
const id = lastId?.();
let refusal;
try {
  const response = await fetch(`${BASE_URL}/plants`, init('{"id":1}'));
  refusal = `${response.status} ${await response.text()}`;
} catch (error) {
  refusal = `throws ${error.name}: ${error.message}`;
}
process.stdout.write(
  JSON.stringify({
    id: id === undefined ? "not looked at" : String(id),
    invalid: refusal,
  }),
  // Some leave timers and connections behind.
  () => process.exit(),
);
