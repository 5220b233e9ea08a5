import { sveltekit } from "@sveltejs/kit/vite";
import { plantStoreMock } from "plant-store-sdk/mocks/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [sveltekit(), plantStoreMock()],
  server: { strictPort: true },
});
