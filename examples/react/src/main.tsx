import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { PlantForm } from "./plant-form.tsx";

if (!import.meta.env.VITE_PLANT_STORE_URL) {
  // Imported only here, so that an app of a real service loads no mock.
  const { startMock } = await import("./mock.ts");
  await startMock();
}

// "always": the mock answers without a network, too.
const queryClient = new QueryClient({ defaultOptions: { mutations: { networkMode: "always" } } });

createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <h1>New plant</h1>
      <PlantForm />
    </QueryClientProvider>
  </StrictMode>,
);
