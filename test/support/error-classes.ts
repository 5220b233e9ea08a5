/** A copy of the package, or of its error classes. */
export type Copy = typeof import("../../src/engine/errors.ts");

const response = new Response("no", { status: 400 });

/** Creates an error of each class of a copy. */
export const createErrors = (copy: Copy) => ({
  PlantStoreAbortError: new copy.PlantStoreAbortError("no"),
  PlantStoreApiError: new copy.PlantStoreApiError({ error: 1, message: "no" }, response),
  PlantStoreCallbackError: new copy.PlantStoreCallbackError("fetch", "no"),
  PlantStoreConnectionError: new copy.PlantStoreConnectionError("no"),
  PlantStoreInputError: new copy.PlantStoreInputError("no", []),
  PlantStoreResponseError: new copy.PlantStoreResponseError("no", response, ""),
  PlantStoreTimeoutError: new copy.PlantStoreTimeoutError("no"),
  PlantStoreTokenError: new copy.PlantStoreTokenError("no"),
});

type ClassName = keyof ReturnType<typeof createErrors>;

/** A missing class is a compiler error. */
const CLASSES: Readonly<Record<Extract<keyof Copy, `PlantStore${string}`>, true>> = {
  PlantStoreError: true,
  PlantStoreAbortError: true,
  PlantStoreApiError: true,
  PlantStoreCallbackError: true,
  PlantStoreConnectionError: true,
  PlantStoreInputError: true,
  PlantStoreResponseError: true,
  PlantStoreTimeoutError: true,
  PlantStoreTokenError: true,
};

const allNames = Object.keys(CLASSES) as (keyof typeof CLASSES)[];

export const classNames = allNames.filter((name): name is ClassName => name !== "PlantStoreError");

/** The classes of a copy that a value is an instance of. */
export const classesOf = (value: unknown, copy: Copy) => allNames.filter((name) => value instanceof copy[name]);
