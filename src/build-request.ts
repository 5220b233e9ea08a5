import {
  createFinalURL,
  createQuerySerializer,
  defaultPathSerializer,
  type MaybeOptionalInit,
  mergeHeaders,
} from "openapi-fetch";
import type { paths } from "../shared/generated/openapi.ts";
import { toJson } from "../shared/json.ts";
import type { Operation } from "../shared/operations.ts";
import type { BuiltRequest } from "./engine/call.ts";
import { PlantStoreInputError } from "./engine/errors.ts";

/** The input of any request. Its exact type depends on the path and the method. */
interface RequestInput {
  readonly params?: { readonly path?: Record<string, unknown>; readonly query?: Record<string, unknown> };
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/**
 * Builds the request of an operation with openapi-fetch, whose types check the method, the path, the parameters and the body.
 *
 * @throws `PlantStoreInputError` when the body is too long for a JSON string.
 */
export function buildRequest<Path extends keyof paths, Method extends string>(
  baseUrl: string,
  { method, path }: Operation & { readonly method: Method; readonly path: Path },
  init: RequestInput & MaybeOptionalInit<paths[Path], Lowercase<Method> & keyof paths[Path]>,
): BuiltRequest {
  const { params = {}, headers, body }: RequestInput = init;
  const serializers = { querySerializer: createQuerySerializer(), pathSerializer: defaultPathSerializer };
  const contentType = body === undefined ? {} : { "content-type": "application/json" };
  return {
    url: createFinalURL(path, { baseUrl, params, ...serializers }),
    method,
    headers: mergeHeaders({ accept: "application/json" }, contentType, headers),
    body: body === undefined ? undefined : writeJson(body),
  };
}

function writeJson(body: unknown): string {
  try {
    return toJson(body);
  } catch (cause) {
    const message = `The request can't be built: ${cause}`;
    throw new PlantStoreInputError(message, [{ code: "type", message }], { cause });
  }
}
