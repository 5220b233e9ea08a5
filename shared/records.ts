import type { components } from "./generated/openapi.ts";

type Records = components["schemas"];

// A mapped type shows plain fields in editors and keeps its name in compiler errors; an alias of `Records[…]` doesn't.

/** A plant, as the service returns it. It has no `id`. */
export type Plant = { [Field in keyof Records["Plant"]]: Records["Plant"][Field] };

/** A plant to create. Other fields aren't sent. */
export type NewPlant = { [Field in keyof Records["NewPlant"]]: Records["NewPlant"][Field] };

/** An Error of the service. */
export type ErrorRecord = { [Field in keyof Records["Error"]]: Records["Error"][Field] };
