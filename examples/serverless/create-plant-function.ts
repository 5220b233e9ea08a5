import { createPlantStoreClient, parseNewPlantForm, unwrap } from "plant-store-sdk";
import { describeFailure } from "./describe-failure.js";

/**
 * How long a request may take, such as Vercel's `maxDuration` or your caller's limit, counted from the start of the function. If
 * less time is left at the platform, that counts.
 */
const LIMIT_MS = 9_000;

const { createPlant } = createPlantStoreClient({
  baseUrl: process.env.PLANT_STORE_URL ?? "https://plants.example.com/v1",
  token: () => process.env.PLANT_STORE_TOKEN ?? "", // to request one, set a limit, as in the README
});

/** Vercel, Netlify, and other platforms that have a `Request`. */
export async function POST(request: Request): Promise<Response> {
  const [status, body] = await create(request);
  return Response.json(body, { status });
}

/** AWS Lambda, behind a function URL or an API Gateway. */
export async function handler(
  event: { headers?: Record<string, string | undefined> | null; body?: string | null; isBase64Encoded?: boolean },
  context?: { getRemainingTimeInMillis(): number },
) {
  const bytes = Buffer.from(event.body ?? "", event.isBase64Encoded ? "base64" : "utf8");
  const isType = ([name]: [string, unknown]) => name.toLowerCase() === "content-type";
  const [, type = ""] = Object.entries(event.headers ?? {}).find(isType) ?? [];
  const message = new Response(bytes, { headers: { "content-type": type } }); // has the same methods as a Request
  const [statusCode, json] = await create(message, context?.getRemainingTimeInMillis());
  return { statusCode, headers: { "content-type": "application/json" }, body: JSON.stringify(json) };
}

/** Creates the plant of a form, or of JSON whose id is text. Returns the status and the body of the response. */
async function create(message: Request | Response, remainingMs = LIMIT_MS): Promise<[number, object]> {
  const endMs = performance.now() + Math.min(LIMIT_MS, remainingMs) - 1_000; // leaves a second to respond
  // Check here whether the user may create plants, and with cookies, whether your own site sent the request.
  const isForm = /form/i.test(message.headers.get("content-type") ?? "");
  const values = await (isForm ? message.formData() : message.json()).catch(() => undefined);
  const { value: newPlant, issues } = parseNewPlantForm(values);
  if (issues) {
    return [422, { issues }];
  }
  const timeoutMs = endMs - performance.now();
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
