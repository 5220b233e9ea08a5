import { defineConfig } from "vite";

export default defineConfig({ build: { lib: { entry: "main.mjs", formats: ["es"], fileName: "main" } } });
