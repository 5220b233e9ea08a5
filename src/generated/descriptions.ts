// Generated from openapi.yaml by "npm run generate". Do not edit.

export const NEW_PLANT_DESCRIPTION = "A plant to create, with the identification number that the client chose for it.";

export const FIELD_DESCRIPTIONS = {
  "name": "The plant's name.",
  "tag": "Which type of plant it is.",
  "id": "The plant's identification number."
};
