import { defineEnvVars } from "@sveltejs/kit/env";

export const variables = defineEnvVars({
  PLANT_STORE_URL: { schema: (url = "https://plants.example.com/v1") => url },
  PLANT_STORE_TOKEN: { schema: (token = "") => token }, // not required, since a build has none
});
