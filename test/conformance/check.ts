import { type ConformanceOptions, type ConformanceReport, checkConformance } from "plant-store-sdk/conformance";
import { type Deviation, plantServiceFetch, TOKEN } from "../support/plant-service.ts";

export const baseUrl = "https://plants.test/v1";

/** Checks the tests' own service. */
export const check = (deviate?: Deviation, options: Partial<ConformanceOptions> = {}): Promise<ConformanceReport> =>
  checkConformance({ baseUrl, token: TOKEN, fetch: plantServiceFetch(deviate), ...options });
