import type { operations } from "./generated/openapi.ts";

export type OperationName = keyof operations;

/** How a client calls an operation, and what the service returns. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  /** The success, in words: "a Plant". */
  readonly returns: string;
  /** Whether a request to it may create something, so that another one may create it twice. */
  readonly creates: boolean;
}

/** Every operation of the contract. A missing one is a compiler error. */
export const OPERATIONS = {
  createPlant: { method: "POST", path: "/plants", returns: "a Plant", creates: true },
} as const satisfies Readonly<Record<OperationName, Operation>>;
