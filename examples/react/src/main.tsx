import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Provider } from "react-redux";
import { PlantForm } from "./plant-form";
import { createPlant } from "./plant-store";
import { ReduxForm } from "./redux-form";
import { store } from "./store";
import { TanStackForm } from "./tanstack-form";

/** One form with other libraries at each path: /, /tanstack and /redux. */
const Form = { "/tanstack": TanStackForm, "/redux": ReduxForm }[location.pathname] ?? PlantForm;

createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={new QueryClient()}>
      <Provider store={store}>
        <h1>New plant</h1>
        <Form createPlant={createPlant} />
      </Provider>
    </QueryClientProvider>
  </StrictMode>,
);
