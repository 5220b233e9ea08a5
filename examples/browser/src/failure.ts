import {
  PlantStoreApiError,
  PlantStoreConnectionError,
  PlantStoreError,
  PlantStoreResponseError,
  PlantStoreTimeoutError,
  PlantStoreTokenError,
} from "plant-store-sdk";

export interface Failure {
  readonly title: string;
  readonly text: string;
  readonly advice: string;
  readonly details?: string;
}

export function describeFailure(error: unknown): Failure {
  if (!(error instanceof PlantStoreError)) {
    return {
      title: "Something went wrong in this page",
      text: error instanceof Error ? error.message : String(error),
      advice: "Reload the page and try again.",
    };
  }
  const failure = describePlantStoreError(error);
  return error.mayHaveBeenCreated
    ? { ...failure, advice: "The plant may have been created. Sending it again could create it twice." }
    : failure;
}

function describePlantStoreError(error: PlantStoreError): Failure {
  if (error instanceof PlantStoreApiError) {
    return {
      title: "The service refused the plant",
      text: error.message,
      advice: adviceFor(error.status),
      details: `Error ${error.error}, HTTP status ${error.status}`,
    };
  }
  if (error instanceof PlantStoreTokenError) {
    return {
      title: "The access token is missing or invalid",
      text: "Nothing was sent.",
      advice: "Enter an access token without spaces and line breaks. Then send the plant again.",
    };
  }
  const advice = "The plant wasn't created. Send it again.";
  const details = error.message;
  if (error instanceof PlantStoreTimeoutError) {
    return { title: "The request timed out", text: "The service didn't respond in time.", advice, details };
  }
  if (error instanceof PlantStoreConnectionError) {
    const text = "Check your network, and that the service is running and allows requests from this page (CORS).";
    return { title: "The connection failed", text, advice, details };
  }
  if (error instanceof PlantStoreResponseError) {
    const text = "The response is neither a Plant nor an Error. It may come from a proxy in front of the service.";
    return { title: "Unexpected response", text, advice, details };
  }
  return {
    title: "Nothing was sent",
    text: error.message,
    advice: "Correct the input. Then send the plant again.",
  };
}

function adviceFor(status: number): string {
  if (status === 401 || status === 403) {
    return "Check the access token. Then send the plant again.";
  }
  return status === 429
    ? "This may be temporary. Wait a moment, then send the plant again."
    : "Change the plant. Then send it again.";
}
