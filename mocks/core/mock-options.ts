import { baseUrlProblem } from "../../shared/base-url.ts";
import { type Checks, type Defined, optional, optionalDelay, readValidOptions } from "../../shared/option-checks.ts";
import type { NewPlant } from "../../shared/records.ts";
import { tokenProblem } from "../../shared/token.ts";
import { checkNewPlant } from "../plants/check-plant.ts";
import { type DuplicateIds, rejectDuplicates } from "../plants/duplicates.ts";

/** The valid tokens: one, several, or a function that returns whether a token is valid. */
export type AcceptedTokens = string | readonly string[] | ((token: string) => boolean | Promise<boolean>);

/** The options of {@link createPlantStoreMock}. All are optional. */
export interface PlantStoreMockOptions {
  /** The base URL of the service: an absolute http or https URL, or "*" for any. @default "*" */
  baseUrl?: string | URL | undefined;
  /** The valid tokens: one, several, or a function that returns whether a token is valid. @default any token is valid */
  token?: AcceptedTokens | undefined;
  /** The initial plants. `reset` restores them. @default [] */
  plants?: readonly NewPlant[] | undefined;
  /** Whether the mock accepts a second plant with the same id, or responds with 400. @default "accept" */
  duplicateIds?: DuplicateIds | undefined;
  /** How long each request to an operation waits for its response, in milliseconds. @default 0 */
  delayMs?: number | undefined;
}

/** A check for each option. The server and the app add checks for their own options. */
export const MOCK_CHECKS: Checks<PlantStoreMockOptions> = {
  baseUrl: (url, name) => (url === undefined || url === "*" ? undefined : baseUrlProblem(url, name)),
  token: (token, name) =>
    token === undefined || typeof token === "function"
      ? undefined
      : [token]
          .flat()
          .map((one) => tokenProblem(one, name, "a string, an array of strings or a function"))
          .find((problem) => problem !== undefined),
  plants: optional(Array.isArray, "must be an array of NewPlants"),
  duplicateIds: optional((value) => value === "accept" || value === "reject", 'must be "accept" or "reject"'),
  delayMs: optionalDelay,
};

/**
 * Checks the options of a mock, an app or a server, and copies those that are defined. Each entry point calls it once, and what
 * it calls doesn't check them again. The command checks its flags instead.
 *
 * @throws `TypeError` with all problems of the options, or with those of the first invalid plant.
 */
export function readMockOptions<T extends PlantStoreMockOptions>(checks: Checks<T>, input: T): Defined<T> {
  const options = readValidOptions(checks, input);
  const toPrefix = (index: number) => `Invalid options: plants[${index}]: `;
  const plants = options.plants?.map((plant, index) => checkNewPlant(plant, toPrefix(index))) ?? [];
  if (options.duplicateIds === "reject") {
    rejectDuplicates(plants, toPrefix);
  }
  return { ...options, plants };
}
