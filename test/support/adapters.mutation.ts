import { type Adapter, fetchAdapter } from "./adapter.ts";

/** vitest.mutation.config.ts replaces adapters.ts with this file. */
export const adapters: readonly Adapter[] = [fetchAdapter];
