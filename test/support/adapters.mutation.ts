import { type Adapter, fetchAdapter } from "./adapter.ts";

/** The only way to reach the mock in mutation tests. vitest.mutation.config.ts puts this file in place of adapters.ts. */
export const adapters: readonly Adapter[] = [fetchAdapter];
