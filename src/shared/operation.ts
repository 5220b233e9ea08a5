import type { paths } from "../generated/openapi.ts";

export const METHOD = "POST";
export const PATH = "/plants" satisfies keyof paths;

export const toOperationUrl = (baseUrl: string): string => baseUrl + PATH;
