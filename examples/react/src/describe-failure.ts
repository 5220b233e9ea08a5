import { PlantStoreError } from "plant-store-sdk";

/** What users read, and the status of your own API. */
const FAILURES = {
  inDoubt: {
    status: 502,
    en: "The plant may have been created. Sending it again could create it twice.",
    de: "Die Pflanze ist vielleicht schon angelegt. Noch einmal gesendet, gäbe es sie womöglich doppelt.",
  },
  transient: {
    status: 503,
    en: "The plant wasn't created. Try again later.",
    de: "Die Pflanze wurde nicht angelegt. Bitte später noch einmal versuchen.",
  },
  denied: {
    status: 401,
    en: "The plant wasn't created. Sign in again, or contact us.",
    de: "Die Pflanze wurde nicht angelegt. Bitte neu anmelden oder uns Bescheid geben.",
  },
  refused: {
    status: 422, // the service's reason follows the text
    en: "The plant wasn't created:",
    de: "Die Pflanze wurde nicht angelegt:",
  },
  broken: {
    status: 500,
    en: "The plant wasn't created. Something is wrong on our side.",
    de: "Die Pflanze wurde nicht angelegt. Bei uns stimmt etwas nicht.",
  },
};

/**
 * Describes a failure to the user, and says whether the plant may exist. Throws any other error. If the token is your
 * server's, users can't renew it by signing in.
 */
export function describeFailure(
  error: unknown,
  { language = "en", tokenOwner = "user" }: { language?: "en" | "de"; tokenOwner?: "user" | "server" } = {},
) {
  if (!(error instanceof PlantStoreError)) {
    throw error; // a bug
  }
  const failure = classify(error, tokenOwner);
  const { status, [language]: text } = FAILURES[failure];
  const message = failure === "refused" ? `${text} ${error.message}` : text;
  return { status, message, mayHaveBeenCreated: error.mayHaveBeenCreated };
}

function classify(error: PlantStoreError, tokenOwner: "user" | "server"): keyof typeof FAILURES {
  if (error.mayHaveBeenCreated) {
    return "inDoubt";
  }
  if (error.isTransient) {
    return "transient";
  }
  // A token may also be refused with 400, like a plant. Adapt the pattern to what your service sends.
  const isTokenMessage = error.name === "PlantStoreApiError" && /access.token/i.test(error.message);
  const isDenied = isTokenMessage || ("status" in error && [401, 403].includes(error.status));
  if (isDenied || error.name === "PlantStoreTokenError") {
    return tokenOwner === "user" ? "denied" : "broken";
  }
  return error.name === "PlantStoreApiError" || error.name === "PlantStoreInputError" ? "refused" : "broken";
}
