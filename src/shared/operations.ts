import type { operations } from "../generated/openapi.ts";

/** How a client calls an operation, and what the service returns. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  /** The success, in words: "a Plant". */
  readonly returns: string;
}

/** Every operation of the contract. A missing one is a compiler error. */
export const OPERATIONS = {
  createPlant: { method: "POST", path: "/plants", returns: "a Plant" },
} as const satisfies { readonly [Name in keyof operations]: Operation };
