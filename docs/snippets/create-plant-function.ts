import { createPlantStoreClient, parseNewPlantForm, unwrap } from "plant-store-sdk";
import { describeFailure } from "./describe-failure.js";

/**
 * The limit that is set at the platform, such as Vercel's `maxDuration`. It's counted from the start of `POST`: set less if
 * the platform also counts a cold start.
 */
const LIMIT_MS = 9_000;

const { createPlant } = createPlantStoreClient({
  baseUrl: process.env.PLANT_STORE_URL ?? "https://plants.example.com/v1",
  token: () => process.env.PLANT_STORE_TOKEN ?? "",
});

/** Vercel, Netlify, and other platforms that have a `Request`. */
export async function POST(request: Request): Promise<Response> {
  const endMs = performance.now() + LIMIT_MS;
  const text = await request.text(); // takes some of the time
  const [status, body] = await create(text, endMs - performance.now());
  return Response.json(body, { status });
}

/** AWS Lambda, behind a function URL or an API Gateway. */
export async function handler(
  { body, isBase64Encoded }: { body?: string | null; isBase64Encoded?: boolean },
  context: { getRemainingTimeInMillis(): number },
) {
  const text = Buffer.from(body ?? "", isBase64Encoded ? "base64" : "utf8").toString();
  const [statusCode, json] = await create(text, context.getRemainingTimeInMillis());
  return { statusCode, headers: { "content-type": "application/json" }, body: JSON.stringify(json) };
}

/** Creates the plant of a JSON text whose id is text. Returns the status and the body of the response. */
async function create(text: string, remainingMs: number): Promise<[number, object]> {
  // Check here whether the user may create plants.
  const { value: newPlant, issues } = parseNewPlantForm(parseJson(text));
  if (issues) {
    return [422, { issues }];
  }
  const timeoutMs = remainingMs - 1_000; // leaves a second to respond
  if (timeoutMs < 500) {
    return [503, { message: "The plant wasn't created. Try again later.", mayHaveBeenCreated: false }];
  }
  try {
    return [201, await createPlant(newPlant, { timeoutMs }).then(unwrap)];
  } catch (error) {
    console.error(`Plant ${newPlant.id}:`, error); // users see less
    const { status, ...failure } = describeFailure(error, { tokenOwner: "server" });
    return [status, failure];
  }
}

function parseJson(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // an issue, like any body that isn't an object
  }
}
