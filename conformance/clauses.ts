/** What each clause of the contract states. `npm run docs` copies it to docs/undefined-behavior.md. */
export const REQUIREMENTS = {
  I1: "The service has one operation, which creates a plant: `POST {base_url}/plants`.",
  I2: "`{base_url}` is wherever the service is deployed. It may have a path of its own.",
  I3: "The interface has the MIT license and the version 1.0.0. The path contains no version.",
  I4: "A Plant has a name, a required string, and a tag, an optional string that says which type of plant it is.",
  I5: "A NewPlant has the fields of a Plant and an id, a required int64. The client chooses the id.",
  I6: "An Error has error, a required int32, and message, a required string.",
  I7: "The request has a required body, a NewPlant, as `application/json`.",
  I8: "The operation has no path parameters and no query parameters.",
  I9: "A 200 response means that the plant was created. Its body is a Plant, as `application/json`. A Plant declares no id.",
  I10: "A 400 response means that the request failed. Its body is an Error, as `application/json`.",
  I11: "A valid body with valid credentials returns 200 and a Plant.",
  I12: "A request that fails returns 400 and an Error.",
  I13: "HTTP bearer authentication applies to every operation: `Authorization: Bearer <ACCESS_TOKEN>`.",
} as const;

/** A clause of the contract. */
export type Clause = keyof typeof REQUIREMENTS;
