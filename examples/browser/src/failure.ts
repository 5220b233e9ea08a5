import {
  PlantStoreApiError,
  PlantStoreConnectionError,
  PlantStoreInputError,
  PlantStoreResponseError,
  PlantStoreTimeoutError,
  PlantStoreTokenError,
} from "plant-store-sdk";

/** What went wrong, for the person who sent the plant. */
export interface Failure {
  readonly title: string;
  readonly text: string;
  /** What that person can do now. */
  readonly advice: string;
  /** What those who run the service would ask for. */
  readonly details?: string;
}

const MAY_EXIST = "The plant may have been created all the same: look before you send it again.";

/** Says what an error of the SDK means, and what to do about it. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof PlantStoreApiError) {
    return {
      title: "The service refused the plant",
      text: error.message,
      advice: adviceAt(error.status),
      details: `Error ${error.error}, HTTP status ${error.status}`,
    };
  }
  if (error instanceof PlantStoreTimeoutError) {
    return {
      title: "No answer in time",
      text: "The service took longer than this page waits.",
      advice: MAY_EXIST,
      details: error.message,
    };
  }
  if (error instanceof PlantStoreConnectionError) {
    return {
      title: "The connection was lost",
      text: "No answer came. Check your network, and that the service runs and lets this page ask it.",
      advice: MAY_EXIST,
      details: error.message,
    };
  }
  if (error instanceof PlantStoreResponseError) {
    return {
      title: "The answer makes no sense",
      text: "What came back is neither a Plant nor an Error. Something between this page and the service may have answered.",
      advice: `${MAY_EXIST} If it stays so, show the details to those who run the service.`,
      details: error.message,
    };
  }
  if (error instanceof PlantStoreTokenError) {
    return {
      title: "There is no access token to send",
      text: "Nothing was sent.",
      advice: "Enter an access token, without spaces and line breaks, then send the plant again.",
    };
  }
  if (error instanceof PlantStoreInputError) {
    return {
      title: "Nothing was sent",
      text: `${error.message}.`,
      advice: "Change what it names, then try again.",
    };
  }
  return {
    title: "Something went wrong in this page",
    text: error instanceof Error ? error.message : String(error),
    advice: "Reload the page, and try again.",
  };
}

function adviceAt(status: number): string {
  if (status === 401 || status === 403) {
    return "Check the access token, then send the plant again.";
  }
  return status >= 500 || status === 429
    ? "This may pass: wait a moment, then send the plant again."
    : "Change the plant, then send it again.";
}
