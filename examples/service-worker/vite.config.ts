import { defineConfig } from "vite";

export default defineConfig({
  build: {
    // Before Vite 8: rollupOptions
    rolldownOptions: {
      input: ["index.html", "service-worker.js"],
      output: {
        entryFileNames: ({ name }) => (name === "service-worker" ? "[name].js" : "assets/[name]-[hash].js"),
      },
    },
  },
});
