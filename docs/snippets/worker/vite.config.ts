import { rm } from "node:fs/promises";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [
    {
      name: "without-mock-worker",
      apply: "build",
      writeBundle: ({ dir }) => rm(`${dir}/mockServiceWorker.js`, { force: true }),
    },
  ],
});
