import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react()],
  // The linked SDK has another copy of msw beside it, whose handlers this app's worker wouldn't recognize.
  resolve: { dedupe: ["msw"] },
  server: { host: "127.0.0.1" },
  preview: { host: "127.0.0.1" },
});
