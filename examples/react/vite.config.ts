import react from "@vitejs/plugin-react";
import { plantStoreMock } from "plant-store-sdk/mocks/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react(), plantStoreMock({ basePath: "/api", duplicateIds: "reject" })],
});
