/** Next.js calls this once when the server starts. In development, the mock responds in place of the service. */
export async function register(): Promise<void> {
  if (process.env.NODE_ENV === "development" && process.env.NEXT_RUNTIME === "nodejs") {
    const { setupServer } = await import("msw/node");
    const { createPlantStoreMock } = await import("plant-store-sdk/mocks");
    const { createHandlers } = await import("plant-store-sdk/mocks/msw");
    setupServer(...createHandlers(createPlantStoreMock())).listen({ onUnhandledRequest: "bypass" });
  }
}
