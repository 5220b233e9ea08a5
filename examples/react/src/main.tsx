import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { PlantForm } from "./plant-form.tsx";

// In development, the dev server has the mock.
if (import.meta.env.PROD && !import.meta.env.VITE_PLANT_STORE_URL) {
  const { startMock } = await import("./mock.ts");
  await startMock();
}

// "always", since the mock also responds without a network.
const queryClient = new QueryClient({ defaultOptions: { mutations: { networkMode: "always" } } });

createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <h1>New plant</h1>
      <PlantForm />
    </QueryClientProvider>
  </StrictMode>,
);
