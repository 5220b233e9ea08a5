import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { PlantForm } from "./plant-form";

// Builds drop these lines, since their mode is "production".
if (import.meta.env.MODE === "test") {
  const { startWorker } = await import("../test/worker");
  await startWorker();
}

createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={new QueryClient()}>
      <h1>New plant</h1>
      <PlantForm />
    </QueryClientProvider>
  </StrictMode>,
);
