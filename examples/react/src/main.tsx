import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { PlantForm } from "./plant-form";

createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={new QueryClient()}>
      <h1>New plant</h1>
      <PlantForm />
    </QueryClientProvider>
  </StrictMode>,
);
