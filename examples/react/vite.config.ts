import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react()],
  // The SDK is linked, and has copies of its own beside it: with two of msw, the worker would not know the handlers.
  resolve: { dedupe: ["msw", "valibot"] },
  server: { host: "127.0.0.1" },
  preview: { host: "127.0.0.1" },
});
