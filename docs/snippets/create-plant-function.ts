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
  const [status, body] = await create(request, LIMIT_MS);
  return Response.json(body, { status });
}

/** AWS Lambda, behind a function URL or an API Gateway. */
export async function handler(
  event: { headers?: Record<string, string | undefined> | null; body?: string | null; isBase64Encoded?: boolean },
  context: { getRemainingTimeInMillis(): number },
) {
  const bytes = Buffer.from(event.body ?? "", event.isBase64Encoded ? "base64" : "utf8");
  const type = event.headers?.["content-type"] ?? event.headers?.["Content-Type"] ?? "";
  const message = new Response(bytes, { headers: { "content-type": type } }); // has the same methods as a Request
  const [statusCode, json] = await create(message, context.getRemainingTimeInMillis());
  return { statusCode, headers: { "content-type": "application/json" }, body: JSON.stringify(json) };
}

/** Creates the plant of a form, or of JSON whose id is text. Returns the status and the body of the response. */
async function create(message: Request | Response, remainingMs: number): Promise<[number, object]> {
  const endMs = performance.now() + remainingMs - 1_000; // leaves a second to respond
  // Check here whether the user may create plants, and with cookies, whether your own site sent the request.
  const values = await readValues(message, endMs - performance.now());
  const timeoutMs = endMs - performance.now();
  if (timeoutMs < 500) {
    return [503, { message: "The plant wasn't created. Try again later.", mayHaveBeenCreated: false }];
  }
  const { value: newPlant, issues } = parseNewPlantForm(values as object);
  if (issues) {
    return [422, { issues }];
  }
  try {
    // To log each call, use createAndLog({ createPlant }, newPlant, { timeoutMs }) of the recipes, without console.error.
    return [201, await createPlant(newPlant, { timeoutMs }).then(unwrap)];
  } catch (error) {
    console.error(`Plant ${newPlant.id}:`, error); // users see less
    const { status, ...failure } = describeFailure(error, { tokenOwner: "server" });
    return [status, failure];
  }
}

/** Reads a form or JSON. Returns `undefined`, which is an issue, for another body or one that doesn't end in time. */
function readValues(message: Request | Response, timeoutMs: number): Promise<unknown> {
  const isForm = message.headers.get("content-type")?.includes("form");
  const reading: Promise<unknown> = isForm ? message.formData() : message.json();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, timeoutMs);
    reading.then(resolve, () => resolve(undefined)).finally(() => clearTimeout(timer));
  });
}
