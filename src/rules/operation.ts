import type { paths } from "../generated/openapi.ts";

/** The only operation: `POST {base_url}/plants`. */
export const METHOD = "POST";
export const PATH = "/plants" satisfies keyof paths;
