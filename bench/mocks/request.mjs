/** What each mock is asked: a plant with an id that no number holds. */
export const BASE_URL = "https://plants.example.com";
export const BODY = '{"id":9007199254740993,"name":"Monstera deliciosa","tag":"tropical"}';

export const init = (body) => ({
  method: "POST",
  headers: { authorization: "Bearer any-token", "content-type": "application/json" },
  body,
});
