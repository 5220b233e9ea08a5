import { defineConfig } from "@playwright/test";

export default defineConfig({
  use: { baseURL: "http://127.0.0.1:4312/demo/" },
  webServer: {
    command: "npx vite --base /demo/ --host 127.0.0.1 --port 4312 --strictPort",
    url: "http://127.0.0.1:4312/demo/",
  },
});
