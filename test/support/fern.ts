/** The NewPlant of tests that need any. */
export const fern = { id: 1, name: "Fern" };

/** Its body in a request. */
export const FERN_JSON = '{"id":1,"name":"Fern"}';
